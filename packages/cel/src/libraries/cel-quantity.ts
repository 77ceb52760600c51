/**
 * Quantities as values of CEL.
 *
 * The amounts are machinery's. Beside them stands how Kubernetes holds an amount, because it shows: `isInteger()` is true for
 * `1k` but false for `1.0` and `1Ei`, and a float is the digits times a power of ten, rounded on the way.
 */
import {
  addQuantity,
  compareQuantity,
  InvalidScalarError,
  negateQuantity,
  parseQuantity,
  type Quantity,
} from "@pintle/machinery";
import { opaqueOf } from "../check/cel-types.ts";
import { CelEvaluationError } from "../syntax/cel-error.ts";
import { type CelOpaque, celOpaque } from "../values/cel-value.ts";
import { maxInt64, minInt64 } from "../values/integers.ts";

export const quantityTypeName = "kubernetes.Quantity";
export const quantityType = opaqueOf(quantityTypeName);

/** The digits and the power of ten behind them. Without a value it is a decimal of any length, and only the exponent matters. */
interface GoForm {
  readonly value: bigint | undefined;
  readonly exponent: number;
}

export class CelQuantity implements CelOpaque {
  readonly [celOpaque] = quantityType;
  readonly quantity: Quantity;
  readonly #form: GoForm;
  readonly #isComputed: boolean;

  constructor(quantity: Quantity, form: GoForm, isComputed = false) {
    this.quantity = quantity;
    this.#form = form;
    this.#isComputed = isComputed;
  }

  /** Kubernetes hands out sums by reference, and finds no equality with one on the right side; on the left it does. */
  equals(other: CelOpaque): boolean {
    if (!(other instanceof CelQuantity) || other.#isComputed) throw new CelEvaluationError("no such overload");
    return compareQuantity(other.quantity, this.quantity) === 0;
  }

  /** `undefined` where Kubernetes does not give it as an integer, which need not mean that it is none. */
  toInteger(): bigint | undefined {
    const { value, exponent } = this.#form;
    return value === undefined || exponent < 0 ? undefined : scale(value, exponent);
  }

  toApproximateFloat(): number {
    const { value, exponent } = this.#form;
    const { mantissa, exponent: power } = this.quantity;
    const digits = value === undefined ? Number(`${mantissa}e${power - exponent}`) : Number(value);
    return exponent === 0 ? digits : digits * Number(`1e${exponent}`);
  }

  add(other: CelQuantity): CelQuantity {
    return new CelQuantity(sum(this.quantity, other.quantity), addForms(this.#form, other.#form), true);
  }

  subtract(other: CelQuantity): CelQuantity {
    const { value, exponent } = other.#form;
    const negated = new CelQuantity(negateQuantity(other.quantity), { value: value && -value, exponent });
    return this.add(negated);
  }
}

/** Throws an `InvalidScalarError` with upstream's words. */
export function parseCelQuantity(text: string): CelQuantity {
  return new CelQuantity(parseQuantity(text), formOf(text));
}

export function quantityOfInt(value: number | bigint): CelQuantity {
  const mantissa = BigInt(value);
  return new CelQuantity({ mantissa, exponent: 0, format: "DecimalExponent" }, { value: mantissa, exponent: 0 });
}

function sum(left: Quantity, right: Quantity): Quantity {
  try {
    return addQuantity(left, right);
  } catch (error) {
    if (error instanceof InvalidScalarError) throw new CelEvaluationError(error.message);
    throw error;
  }
}

/** What Kubernetes rounds longer decimals to. */
const finestExponent = -9;
/** As many digits as surely fit into 64 bits. */
const maxDigits = 18;

const binarySuffixes = ["Ki", "Mi", "Gi", "Ti", "Pi", "Ei"];
const decimalPowers = new Map(["n", "u", "m", "", "k", "M", "G", "T", "P", "E"].map((name, at) => [name, 3 * at - 9]));

/** Of a text that is known to be a quantity: 64 bits where they are sure to be enough, a decimal otherwise. */
function formOf(text: string): GoForm {
  const [, sign = "", digits = "", fraction = "", suffix = ""] = /^([+-]?)0*([0-9]*)\.?([0-9]*)(.*)$/.exec(text) ?? [];
  const whole = digits || "0";
  const decimal: GoForm = { value: undefined, exponent: finestExponent };
  const value = BigInt(`${sign === "-" ? "-" : ""}${whole}${fraction}`);
  const step = binarySuffixes.indexOf(suffix) + 1;
  if (step > 0) {
    const isShort = fraction === "" && whole.length + 3 * step <= 14;
    return isShort ? { value: value << BigInt(10 * step), exponent: 0 } : decimal;
  }
  const exponent = (decimalPowers.get(suffix) ?? Number(suffix.slice(1))) - fraction.length;
  const isShort = whole.length + fraction.length <= maxDigits && exponent >= finestExponent;
  return isShort ? { value, exponent } : decimal;
}

function addForms(left: GoForm, right: GoForm): GoForm {
  const exponent = Math.min(left.exponent, right.exponent);
  const decimal: GoForm = { value: undefined, exponent };
  if (left.value === undefined || right.value === undefined) return decimal;
  if (right.value === 0n) return left;
  if (left.value === 0n) return right;
  const leftValue = scale(left.value, left.exponent - exponent);
  const rightValue = scale(right.value, right.exponent - exponent);
  if (leftValue === undefined || rightValue === undefined) return decimal;
  const value = leftValue + rightValue;
  return isInt64(value) ? { value, exponent } : decimal;
}

/** Times a power of ten, where that fits into 64 bits. */
function scale(value: bigint, power: number): bigint | undefined {
  if (value === 0n) return 0n;
  if (power >= 19) return undefined;
  const scaled = value * 10n ** BigInt(power);
  return isInt64(scaled) ? scaled : undefined;
}

function isInt64(value: bigint): boolean {
  return value >= minInt64 && value <= maxInt64;
}
