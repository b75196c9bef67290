export interface Figure {
  label: string;
  ours: number;
  against?: { label: string; value: number };
  unit: 'ms' | 'MB' | 'kB' | 'rows/s' | 'rows' | 'files' | 'starts' | 'answers' | 'faults' | 'sign-ins' | '%';
  atMost?: number;
}

export interface Part {
  name: string;
  title: string;
  /** Runs only when named, because it takes an hour. */
  isOnlyByName?: true;
  /** @throws when it cannot be measured on this machine; the message says what is missing */
  run: (options: Options) => Promise<Figure[]>;
}

export interface Options {
  /** Repetitions of each measurement. The rivals alternate, so that a slow phase of the machine affects both. */
  runs: number;
  count: number;
  seed: number;
  /** Rows of the imports that are taken back. */
  rows: number;
  /** How long faults are caused. */
  minutes: number;
}

export const quantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const [low = Number.NaN, high = low] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  return low + (high - low) * (at - Math.floor(at));
};

export const median = (values: readonly number[]): number => quantile(values, 0.5);

export const measureTime = async <T>(work: () => Promise<T>): Promise<[ms: number, result: T]> => {
  const startedAt = performance.now();
  const result = await work();
  return [performance.now() - startedAt, result];
};

export const tableOf = (figures: readonly Figure[]): string =>
  [
    ['', 'ours', 'against', 'ratio', 'at most', ''],
    ['---', '---:', '---:', '---:', '---:', '---'],
    ...figures.map(rowOf),
  ]
    .map(cells => `| ${cells.join(' | ')} |`)
    .join('\n');

const rowOf = ({ label, ours, against, unit, atMost }: Figure): string[] => {
  const ratio = against && ours / against.value;
  const limit = atMost === undefined ? '' : ratio === undefined ? `${formatFigure(atMost)} ${unit}` : `${atMost}x`;
  const verdict = atMost === undefined ? '' : (ratio ?? ours) <= atMost ? 'reached' : 'not reached';
  return [
    label,
    `${formatFigure(ours)} ${unit}`,
    against ? `${formatFigure(against.value)} ${unit}, ${against.label}` : '',
    ratio === undefined ? '' : `${formatFigure(ratio)}x`,
    limit,
    verdict,
  ];
};

const formatFigure = (value: number): string => {
  if (value >= 100) return String(Math.round(value));
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
};
