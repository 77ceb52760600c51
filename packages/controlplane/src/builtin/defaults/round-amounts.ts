/** Lists of resources know no amounts below a thousandth: what is finer is rounded up on reading, away from zero. */
import {
  formatQuantity,
  type JsonObject,
  type JsonValue,
  parseQuantity,
  type Quantity,
  setOwn,
} from "@pintle/machinery";

const thousandth = -3;
/** How amounts look that may be finer: all others are let pass without reading them. */
const fine = /[nu.]|[eE]-/;

export function roundAmounts(amounts: JsonObject): JsonObject {
  let rounded = amounts;
  for (const [name, amount] of Object.entries(amounts)) {
    const next = roundAmount(amount);
    if (next === amount) continue;
    if (rounded === amounts) rounded = { ...amounts };
    setOwn(rounded, name, next);
  }
  return rounded;
}

function roundAmount(amount: JsonValue): JsonValue {
  if (typeof amount !== "string" || !fine.test(amount)) return amount;
  const quantity = parseQuantity(amount);
  return quantity.exponent < thousandth ? formatQuantity(roundUp(quantity)) : amount;
}

function roundUp({ mantissa, exponent, format }: Quantity): Quantity {
  const divisor = 10n ** BigInt(thousandth - exponent);
  const whole = mantissa / divisor;
  const isExact = whole * divisor === mantissa;
  const step = mantissa < 0n ? -1n : 1n;
  return { mantissa: isExact ? whole : whole + step, exponent: thousandth, format };
}
