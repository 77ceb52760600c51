/** The server knows no such kind, also after it was asked once more: its CustomResourceDefinition may not be installed yet. */
import { formatGroupKind, formatGroupVersion, type GroupKind, quoteGo } from "@pintle/machinery";

export class NoKindMatchError extends Error {
  readonly group: string;
  readonly kind: string;
  /** Absent where any version would have done. */
  readonly version: string | undefined;

  constructor({ group, kind, version }: GroupKind & { readonly version?: string | undefined }) {
    super(
      version === undefined
        ? `no matches for ${formatGroupKind({ group, kind })}`
        : `no matches for kind ${quoteGo(kind)} in version ${quoteGo(formatGroupVersion({ group, version }))}`,
    );
    this.group = group;
    this.kind = kind;
    this.version = version;
  }

  static {
    NoKindMatchError.prototype.name = "NoKindMatchError";
  }
}
