/** The official cases that are not as they are stated, and why. docs/compatibility.md lists them. */

/** Where cel-go, and so Kubernetes, does otherwise than the specification says: there we are with cel-go. */
export const differing: Readonly<Record<string, string>> = {
  "fields/qualified_identifier_resolution/map_key_float": "a double can be a key",
  "fields/qualified_identifier_resolution/map_value_repeat_key": "of two entries with one key the later counts",
  "fields/qualified_identifier_resolution/map_value_repeat_key_heterogeneous": "0 and 0u are two keys",
  "optionals/optionals/map_null_entry_no_such_key": "a field of null, asked for optionally, is absent",
  "optionals/optionals/map_present_key_invalid_field": "a field of an int, asked for optionally, is absent",
  "type_deductions/legacy_nullable_types/null_assignable_to_abstract_parameter_candidate":
    "of an optional and null in one list, the items have the type of null",
  "string_ext/value_errors/indexof_out_of_range": "an offset beyond the end finds nothing",
  "string_ext/value_errors/lastindexof_out_of_range": "an offset beyond the end finds nothing",
};

/** What the checking suite has and Pintle has not: Kubernetes knows no values of protobuf's own types. */
export const leftOut: readonly (readonly [RegExp, string])[] = [
  [/_wrapper|null_int|NotAMessage/, "wrapper types: an int or null"],
  [/google\.protobuf\.\w+\{/, "messages of protobuf made in an expression"],
  [/x\.single_int32 != null/, "a message type that nobody declared"],
];
