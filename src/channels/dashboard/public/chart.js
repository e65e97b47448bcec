/* Draws the use of a server from the table beside it: stacked bars by channel, a line for what was handed over. */

/* As the page itself writes numbers and dates. */
const LOCALE = document.documentElement.lang === 'de' ? 'de-DE' : 'en-GB';
const HALF_A_DAY = 12 * 3600;

const section = document.querySelector('[data-use]');
if (section) drawUse(section);

function drawUse(section) {
  const place = section.querySelector('[data-chart]');
  const readout = section.querySelector('[data-readout]');
  const days = readDays(section);
  let chart = null;

  const draw = () => {
    chart?.destroy();
    chart = new uPlot(optionsFor(place, days, readout), toColumns(days), place);
  };
  draw();
  new ResizeObserver(() => {
    if (chart.width !== place.clientWidth) chart.setSize(sizeOf(place));
  }).observe(place);
  // Colours on a canvas stay as they were drawn.
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
}

/* The table has the newest first. */
function readDays(section) {
  const rows = [...section.querySelectorAll('tr[data-day]')].reverse();
  return rows.map((row) => ({
    at: Date.parse(row.dataset.day) / 1000,
    name: row.querySelector('time').textContent,
    counts: [...row.querySelectorAll('[data-count]')].map((cell) => Number(cell.dataset.count)),
  }));
}

/* Discord's bars stand behind those of the API and begin where these end. */
function toColumns(days) {
  return [
    days.map(({ at }) => at),
    days.map(({ counts: [api, discord] }) => api + discord),
    days.map(({ counts: [api] }) => api),
    days.map(({ counts: [, , handedOver] }) => handedOver),
  ];
}

function sizeOf(place) {
  return { width: Math.max(place.clientWidth, 240), height: 240 };
}

function optionsFor(place, days, readout) {
  const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const bars = uPlot.paths.bars({ size: [0.7, 40] });
  const area = (name) => ({ stroke: colour(name), fill: colour(name), paths: bars, points: { show: false } });
  const axis = {
    stroke: colour('--pico-color'),
    grid: { stroke: colour('--pico-muted-border-color'), width: 1 },
    ticks: { stroke: colour('--pico-muted-border-color'), width: 1 },
  };
  const dayOf = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const isWhole = (value) => Number.isInteger(value);
  return {
    ...sizeOf(place),
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    legend: { show: false },
    cursor: { drag: { x: false, y: false }, y: false, points: { show: false } },
    scales: {
      // Room for the whole bar of the first day and the last.
      x: { range: (_, first, last) => [first - HALF_A_DAY, last + HALF_A_DAY] },
      y: { range: (_, __, most) => [0, Math.max(4, most * 1.05)] },
    },
    axes: [
      { ...axis, space: 60, values: (_, moments) => moments.map((at) => dayOf.format(at * 1000)) },
      {
        ...axis,
        size: 56,
        values: (_, counts) => counts.map((count) => (isWhole(count) ? count.toLocaleString(LOCALE) : '')),
      },
    ],
    series: [
      {},
      area('--lotse-discord'),
      area('--lotse-api'),
      { stroke: colour('--lotse-bad'), width: 2, points: { size: 5, fill: colour('--lotse-bad') } },
    ],
    hooks: { setCursor: [({ cursor }) => tell(section, days[cursor.idx], readout)] },
  };
}

/* The numbers of the day that is pointed at, in the words of the legend. */
function tell(section, day, readout) {
  const names = [...section.querySelectorAll('.legend li')].map((item) => item.textContent);
  const numbers = day?.counts.map((count, index) => `${names[index]} ${count.toLocaleString(LOCALE)}`);
  readout.textContent = day ? `${day.name}: ${numbers.join(', ')}` : '';
}
