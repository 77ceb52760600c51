/**
 * Prometheus' text format, version 0.0.4, byte for byte as Go's client writes it: the bounds of a histogram are labels, and dashboards
 * look for them as texts.
 */

export const metricsContentType = "text/plain; version=0.0.4; charset=utf-8";

/** `# HELP` and `# TYPE` of a metric. */
export function formatMetricHead(name: string, help: string, type: string): string {
  return `# HELP ${name} ${escapeHelp(help)}\n# TYPE ${name} ${type}\n`;
}

/** `a="1",b="2"`: what stands between the braces. */
export function formatLabels(names: readonly string[], values: readonly string[]): string {
  return names.map((name, index) => `${name}="${escapeLabelValue(values[index] ?? "")}"`).join(",");
}

/** One line. The labels are those that `formatLabels` has written. */
export function formatSample(name: string, labels: string, value: number): string {
  return labels === "" ? `${name} ${formatFloat(value)}\n` : `${name}{${labels}} ${formatFloat(value)}\n`;
}

function escapeHelp(text: string): string {
  return text.toWellFormed().replaceAll("\\", "\\\\").replaceAll("\n", "\\n");
}

function escapeLabelValue(text: string): string {
  return escapeHelp(text).replaceAll('"', '\\"');
}

/** As Go's shortest `%g`: `1e-08`, `0.005`, `1e+06`. */
export function formatFloat(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "NaN" : value > 0 ? "+Inf" : "-Inf";
  if (value === 0) return "0";
  const [digits = "", power = "0"] = value.toExponential().split("e");
  const exponent = Number(power);
  if (exponent >= -4 && exponent < 6) return String(value);
  return `${digits}e${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
}
