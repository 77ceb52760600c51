/**
 * Decides in which form an answer goes out: media type, transformation and indentation, from the `Accept` header, the query and the
 * client's name. Refusals are upstream's, who has two of them: one of the router before built-in kinds, and one of the handlers.
 */
import { ApiError, createFailureStatus } from "@pintle/machinery";
import { type AcceptClause, parseAccept } from "./accept-clauses.ts";
import { acceptedStreamTypes, acceptedTypes, contentTypes, type MediaType, mediaTypes } from "./media-types.ts";

export interface ResponseOffer {
  /** Whether the objects have protobuf: those of built-in kinds. */
  readonly protobuf: boolean;
  /** Whether objects may be asked for as Tables and as metadata alone, as `metadata` only that, or as they are. */
  readonly transforms: boolean | "metadata";
  /** Whether the answer is a watch. */
  readonly stream: boolean;
  readonly query: URLSearchParams;
  readonly userAgent?: string | undefined;
}

export interface ResponseForm {
  readonly mediaType: MediaType;
  readonly contentType: string;
  readonly as: "object" | "table" | "partial";
  /** Of a Table or of metadata, in the group `meta.k8s.io`. */
  readonly version: "v1" | "v1beta1";
  /** Whether metadata was asked for as that of a list. */
  readonly isPartialList: boolean;
  readonly isPretty: boolean;
}

/** Throws an `ApiError` with code 406 where nothing that is offered is accepted. */
export function negotiateResponse(accept: string | undefined, offer: ResponseOffer): ResponseForm {
  const clauses = accept ? parseAccept(accept) : [];
  if (accept && offer.protobuf) checkRoute(accept, offer.stream);
  const form = accept ? findForm(clauses, offer) : formOf("json", undefined, offer);
  if (form !== undefined && !(offer.stream && form.mediaType === "yaml")) return form;
  throw ApiError.notAcceptable(offer.stream ? acceptedStreamTypes : acceptedTypes);
}

/** The form of a Status that tells of a failure: it is never transformed, and indented JSON where nothing else is accepted. */
export function negotiateFailure(
  accept: string | undefined,
  offer: Pick<ResponseOffer, "query" | "userAgent">,
): ResponseForm {
  const restricted: ResponseOffer = { ...offer, protobuf: true, transforms: false, stream: false };
  const form = accept ? findForm(parseAccept(accept), restricted) : formOf("json", undefined, restricted);
  return form ?? { ...formOf("json", undefined, restricted), isPretty: true };
}

/** The router in front of built-in kinds knows whole names and a double star only. */
function checkRoute(accept: string, isStream: boolean): void {
  for (const part of accept.split(",")) {
    const type = part.split(";", 1)[0]?.trim() ?? "";
    if (type === "*/*" || acceptedTypes.includes(type)) return;
  }
  const available = isStream ? [...acceptedTypes, ...acceptedStreamTypes] : acceptedTypes;
  const message = `406: Not Acceptable\n\nAvailable representations: ${available.join(", ")}`;
  throw new ApiError(createFailureStatus("NotAcceptable", message, {}));
}

function findForm(clauses: readonly AcceptClause[], offer: ResponseOffer): ResponseForm | undefined {
  for (const clause of clauses) {
    for (const type of mediaTypes) {
      if (!matches(clause, type)) continue;
      const form = formOf(type, clause, offer);
      if (form !== undefined) return form;
    }
  }
  return undefined;
}

function matches({ type, subtype }: AcceptClause, mediaType: MediaType): boolean {
  if (type === "*") return subtype === "*";
  return type === "application" && (subtype === "*" || contentTypes[mediaType] === `application/${subtype}`);
}

function formOf(mediaType: MediaType, clause: undefined, offer: ResponseOffer): ResponseForm;
function formOf(mediaType: MediaType, clause: AcceptClause | undefined, offer: ResponseOffer): ResponseForm | undefined;
function formOf(
  mediaType: MediaType,
  clause: AcceptClause | undefined,
  offer: ResponseOffer,
): ResponseForm | undefined {
  const parameter = (name: string) => clause?.parameters.get(name);
  const stream = parameter("stream");
  if (stream !== undefined && (stream !== "watch" || mediaType === "yaml")) return undefined;
  const serverVersion = parameter("sv");
  if (serverVersion !== undefined && serverVersion !== "v1") return undefined;
  const transformation = readTransformation(mediaType, clause, offer);
  if (transformation === undefined) return undefined;
  const contentType = contentTypes[mediaType];
  return {
    mediaType,
    contentType: offer.stream && mediaType !== "json" ? `${contentType};stream=watch` : contentType,
    ...transformation,
    isPretty: mediaType === "json" && (parameter("pretty") === "1" || isForPeople(offer)),
  };
}

type Transformation = Pick<ResponseForm, "as" | "version" | "isPartialList">;

function readTransformation(
  mediaType: MediaType,
  clause: AcceptClause | undefined,
  { protobuf, transforms }: ResponseOffer,
): Transformation | undefined {
  const kind = clause?.parameters.get("as");
  const group = clause?.parameters.get("g");
  const version = clause?.parameters.get("v");
  if (kind === undefined && group === undefined && version === undefined) {
    const isThere = mediaType !== "protobuf" || protobuf;
    return isThere ? { as: "object", version: "v1", isPartialList: false } : undefined;
  }
  if (group !== "meta.k8s.io" || (version !== "v1" && version !== "v1beta1")) return undefined;
  if (kind === "Table") {
    // Cells hold anything, for which protobuf has no type.
    const isThere = transforms === true && mediaType !== "protobuf";
    return isThere ? { as: "table", version, isPartialList: false } : undefined;
  }
  if (transforms === false || (kind !== "PartialObjectMetadata" && kind !== "PartialObjectMetadataList")) {
    return undefined;
  }
  return { as: "partial", version, isPartialList: kind === "PartialObjectMetadataList" };
}

/** Browsers, curl and wget get indented JSON unless the query says otherwise. */
function isForPeople({ query, userAgent = "" }: ResponseOffer): boolean {
  const asked = query.get("pretty");
  if (asked) return ["1", "t", "T", "TRUE", "true", "True"].includes(asked);
  return userAgent.startsWith("curl") || userAgent.startsWith("Wget") || userAgent.startsWith("Mozilla/5.0");
}
