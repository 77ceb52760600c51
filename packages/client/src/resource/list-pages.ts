/**
 * Lists page by page, so that neither side has to hold everything at once.
 *
 * All pages show the same moment. Where the server has forgotten it before the last page, everything is listed once more in one piece, as
 * client-go does: a page that `startsOver` replaces all before it.
 */
import { ApiError, type KubernetesList } from "@pintle/machinery";
import type { ListOptions, PageOptions } from "./list-options.ts";

export interface Page<Read> {
  readonly items: readonly Read[];
  /** Of the moment that all pages show: a watch goes on from here. */
  readonly resourceVersion: string;
  /** How many come after this page, where the server knows. */
  readonly remainingItemCount?: number;
  /** Everything is in this page, also what earlier ones held: the server could not go on with them. */
  readonly startsOver: boolean;
}

/** As client-go's pager. */
const usualLimit = 500;

export async function* listPages<Read>(
  list: (options: ListOptions) => Promise<KubernetesList<Read>>,
  options: PageOptions,
): AsyncGenerator<Page<Read>> {
  let next: ListOptions = { ...options, limit: options.limit ?? usualLimit };
  for (;;) {
    const found = await listOrStartOver(list, next);
    yield found.page;
    if (found.token === "") return;
    // The token says which moment is meant; the server refuses a version beside it.
    const { resourceVersion: _version, resourceVersionMatch: _match, ...rest } = next;
    next = { ...rest, continue: found.token };
  }
}

async function listOrStartOver<Read>(
  list: (options: ListOptions) => Promise<KubernetesList<Read>>,
  options: ListOptions,
): Promise<{ readonly page: Page<Read>; readonly token: string }> {
  try {
    const { items, metadata } = await list(options);
    return { page: createPage(items, metadata, false), token: metadata.continue ?? "" };
  } catch (error) {
    if (options.continue === undefined || !ApiError.is(error, "Expired", "Gone")) throw error;
    const { limit: _limit, continue: _token, ...everything } = options;
    const { items, metadata } = await list(everything);
    return { page: createPage(items, metadata, true), token: metadata.continue ?? "" };
  }
}

function createPage<Read>(
  items: readonly Read[],
  { resourceVersion = "", remainingItemCount }: KubernetesList<Read>["metadata"],
  startsOver: boolean,
): Page<Read> {
  return { items, resourceVersion, startsOver, ...(remainingItemCount !== undefined && { remainingItemCount }) };
}
