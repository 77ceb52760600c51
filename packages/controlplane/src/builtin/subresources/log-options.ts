/** What may be asked of a log. */
import { type CustomCall, queryInteger } from "@pintle/apiserver";
import { ApiError, FieldError, fieldPath, parseTimeMs } from "@pintle/machinery";

/** Throws a BadRequest for what cannot be read, and `Invalid` for what makes no sense. */
export function checkLogOptions({ query, name }: CustomCall): void {
  const [tailLines, limitBytes, sinceSeconds] = ["tailLines", "limitBytes", "sinceSeconds"].map((key) =>
    queryInteger(query, key),
  );
  const sinceTime = query.get("sinceTime") ?? "";
  if (sinceTime !== "") checkTime(sinceTime);
  const errors: FieldError[] = [];
  if (tailLines !== undefined && tailLines < 0) {
    errors.push(FieldError.invalid(fieldPath("tailLines"), tailLines, "must be greater than or equal to 0"));
  }
  if (limitBytes !== undefined && limitBytes < 1) {
    errors.push(FieldError.invalid(fieldPath("limitBytes"), limitBytes, "must be greater than 0"));
  }
  if (sinceSeconds !== undefined && sinceTime !== "") {
    // Upstream names no field here, which prints as an empty list.
    errors.push(FieldError.forbidden("[]", "at most one of `sinceTime` or `sinceSeconds` may be specified"));
  } else if (sinceSeconds !== undefined && sinceSeconds < 1) {
    errors.push(FieldError.invalid(fieldPath("sinceSeconds"), sinceSeconds, "must be greater than 0"));
  }
  if (query.has("stream")) errors.push(FieldError.forbidden(fieldPath("stream"), "may not be specified"));
  if (errors.length > 0) throw ApiError.invalid({ group: "", kind: "PodLogOptions" }, name, errors);
}

function checkTime(text: string): void {
  try {
    parseTimeMs(text);
  } catch (error) {
    throw ApiError.badRequest(error instanceof Error ? error.message : String(error));
  }
}
