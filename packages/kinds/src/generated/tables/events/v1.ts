// Made by `make kinds` from what a kube-apiserver and Kubernetes' Go types say. Do not edit.
/** A block per type and a line per field; how to read it stands in type-table.ts. */
export const types = `
Event
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ObjectMeta
 eventTime 2 MicroTime !
 series 3 .EventSeries *?
 reportingController 4 string ?
 reportingInstance 5 string ?
 action 6 string ?
 reason 7 string ?
 regarding 8 core/v1.ObjectReference ?
 related 9 core/v1.ObjectReference *?
 note 10 string ?
 type 11 string ?
 deprecatedSource 12 core/v1.EventSource ?
 deprecatedFirstTimestamp 13 Time ?
 deprecatedLastTimestamp 14 Time ?
 deprecatedCount 15 int32 ?
EventList
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ListMeta ?
 items 2 [].Event !
EventSeries
 count 1 int32 ! default=0
 lastObservedTime 2 MicroTime !
`;
