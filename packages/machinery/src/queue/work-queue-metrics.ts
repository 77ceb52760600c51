/**
 * What a queue tells about itself, under the names that client-go gave to its metrics, so that existing dashboards and
 * alerts work. Who keeps the numbers implements the hooks; `unfinishedWork` of the queue gives the two that are read.
 */
export interface WorkQueueMetrics {
  /** `workqueue_adds_total`: a key became ready that was not ready before. */
  added(): void;
  /** `workqueue_depth`: the number of ready keys of this priority changed. */
  depthChanged(priority: number, change: 1 | -1): void;
  /** `workqueue_queue_duration_seconds`: a key was taken after it had been ready for so long. */
  taken(waitedSeconds: number): void;
  /** `workqueue_work_duration_seconds`: a key was given back after so long. */
  finished(workedSeconds: number): void;
  /** `workqueue_retries_total`: a key was added with a delay. */
  retried(): void;
}

export interface UnfinishedWork {
  /** `workqueue_unfinished_work_seconds`: how long the held keys have been held, all together. */
  readonly totalSeconds: number;
  /** `workqueue_longest_running_processor_seconds`: how long the oldest of them has been held. */
  readonly longestSeconds: number;
}
