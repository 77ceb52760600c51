/** Uses of the scalars that the compiler must refuse. */
import { formatDuration } from "./duration.ts";
import { scaledIntOrPercent } from "./int-or-string.ts";
import { parseQuantity } from "./parse-quantity.ts";
import { formatMicroTime } from "./time.ts";

const quantity = parseQuantity("1");
// @ts-expect-error A quantity is immutable.
quantity.mantissa = 2n;

// @ts-expect-error Nanoseconds are a bigint: a number of them is rounded beyond 104 days.
formatDuration(1_000);

// @ts-expect-error Microseconds are a bigint, so that milliseconds cannot be taken for them.
formatMicroTime(1_767_366_245_000);

// @ts-expect-error The rounding has to be chosen.
scaledIntOrPercent("25%", 10);
