import type { InterfaceLanguage } from '../../../domain/types.ts';
import { formatNumber, type Html, html } from './html.ts';

/**
 * Widths are percentages of the place there is and heights are pixels, so letters keep their size on a phone and no
 * script has to measure anything.
 */

/** A part of a bar. `kind` is its class; `handedOver` is hatched, so that no colour is needed to tell it. */
interface BarSegment {
  kind: string;
  count: number;
  /** Its number in words, for those who point at it. */
  told: string;
}

interface Bar {
  parts: readonly BarSegment[];
  /** As a share of the slot; 0.35 unless told. */
  width?: number;
}

interface ChartSlot {
  label?: readonly string[];
  isCurrent?: boolean;
  bars: readonly Bar[];
}

const HEIGHT = 200;
/** Room for the number at the top line, and for two lines of words below. */
const TOP = 22;
const GROUND = HEIGHT - 38;
/** Whatever there is can be seen. */
const LEAST_PIXELS = 2;
const BAR_WIDTH = 0.35;

/** @param chart.name of this page alone. `label` says what it shows and where the numbers are. */
export function drawColumns(
  chart: { name: string; label: string; slots: readonly ChartSlot[] },
  language: InterfaceLanguage,
): Html {
  const { name, label, slots } = chart;
  const heights = slots.flatMap(({ bars }) => bars.map(({ parts }) => sumOf(parts)));
  const most = toRoundNumber(Math.max(1, ...heights));
  const scale = (GROUND - TOP) / most;
  const lines = [TOP, (TOP + GROUND) / 2, GROUND];
  return html`<svg class="chart" width="100%" height="${HEIGHT}" role="img" aria-label="${label}">
<defs><pattern id="${name}-hatch" class="hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="5" height="5" class="ground"/><rect width="2.5" height="5"/></pattern></defs>
${lines.map((y) => html`<line x1="0" y1="${y}" x2="100%" y2="${y}"/>`)}
<text x="0" y="${TOP - 6}">${formatNumber(most, language)}</text>
${slots.map((slot, place) => drawSlot(slot, { name, scale, left: (100 * place) / slots.length, width: 100 / slots.length }))}</svg>`;
}

const sumOf = (parts: readonly BarSegment[]) => parts.reduce((sum, { count }) => sum + count, 0);

function toRoundNumber(count: number): number {
  const power = 10 ** Math.floor(Math.log10(count));
  const factor = [1, 2, 3, 4, 5, 6, 8, 10].find((one) => one * power >= count) ?? 10;
  return factor * power;
}

interface DrawingArea {
  name: string;
  scale: number;
  left: number;
  width: number;
}

function drawSlot({ label = [], isCurrent = false, bars }: ChartSlot, place: DrawingArea): Html {
  const widths = bars.map(({ width = BAR_WIDTH }) => width);
  const all = widths.reduce((sum, width) => sum + width, 0);
  const drawn = bars.map((bar, index) => {
    const before = widths.slice(0, index).reduce((sum, width) => sum + width, 0);
    const x = place.left + place.width * (0.5 - all / 2 + before);
    return drawBar(bar, { ...place, left: x, width: place.width * (widths[index] ?? BAR_WIDTH) * 0.9 });
  });
  const words = label.map(
    (line, row) =>
      html`<text x="${round(place.left + place.width / 2)}%" y="${GROUND + 16 + 15 * row}" text-anchor="middle"${isCurrent && html` class="current"`}>${line}</text>`,
  );
  return html`${drawn}${words}`;
}

function drawBar({ parts }: Bar, { name, scale, left, width }: DrawingArea): Html[] {
  let y = GROUND;
  return parts.flatMap(({ kind, count, told }) => {
    if (count === 0) return [];
    const size = Math.max(LEAST_PIXELS, count * scale);
    y -= size;
    const fill = kind === 'handedOver' && html` fill="url(#${name}-hatch)"`;
    return html`<rect class="${kind}"${fill} x="${round(left)}%" y="${round(y)}" width="${round(width)}%" height="${round(size)}"><title>${told}</title></rect>`;
  });
}

const round = (value: number) => Math.round(value * 100) / 100;
