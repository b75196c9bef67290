/** Labels of one sample. Their values must come from a small set, because each combination is stored for good. */
type Labels = Readonly<Record<string, string>>;

interface Sample {
  labels?: Labels;
  value: number;
  /** Of a histogram, whose samples have names of their own. */
  suffix?: '_bucket' | '_sum' | '_count';
}

export interface Metric {
  name: string;
  /** A sentence for whoever writes a query. */
  help: string;
  type: 'counter' | 'gauge' | 'histogram';
  /** Called for each scrape. */
  read: () => readonly Sample[] | Promise<readonly Sample[]>;
}

type Declaration = Pick<Metric, 'name' | 'help'>;

export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** Writes metrics in the text format of Prometheus (version 0.0.4). */
export const formatMetrics = async (metrics: readonly Metric[]): Promise<string> =>
  (await Promise.all(metrics.map(formatMetric))).join('');

const formatMetric = async ({ name, help, type, read }: Metric): Promise<string> => {
  const lines = (await read()).map(
    ({ labels = {}, value, suffix = '' }) => `${name}${suffix}${formatLabels(labels)} ${formatValue(value)}`,
  );
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines, ''].join('\n');
};

const formatLabels = (labels: Labels): string => {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`);
  return pairs.length > 0 ? `{${pairs.join()}}` : '';
};

const escapeLabel = (value: string): string =>
  value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');

const formatValue = (value: number): string => (value === Number.POSITIVE_INFINITY ? '+Inf' : String(value));

/** A gauge that is read for each scrape. */
export const createGauge = (declaration: Declaration, read: () => number): Metric => ({
  ...declaration,
  type: 'gauge',
  read: () => [{ value: read() }],
});

export const createCounter = (declaration: Declaration) => {
  const counts = new Map<string, { labels: Labels; value: number }>();
  const metric: Metric = { ...declaration, type: 'counter', read: () => [...counts.values()] };
  return {
    metric,
    increment: (labels: Labels): void => {
      const key = JSON.stringify(labels);
      const count = counts.get(key);
      if (count) count.value += 1;
      else counts.set(key, { labels, value: 1 });
    },
  };
};

/** @param bounds the upper bounds of the buckets, ascending */
export const createHistogram = (declaration: Declaration, bounds: readonly number[]) => {
  const series = new Map<string, { labels: Labels; buckets: number[]; sum: number }>();
  const read = (): Sample[] =>
    [...series.values()].flatMap(({ labels, buckets, sum }) => {
      let count = 0;
      const samples = [...bounds, Number.POSITIVE_INFINITY].map((bound, index): Sample => {
        count += buckets[index] ?? 0;
        return { suffix: '_bucket', labels: { ...labels, le: formatValue(bound) }, value: count };
      });
      return [...samples, { suffix: '_sum', labels, value: sum }, { suffix: '_count', labels, value: count }];
    });
  return {
    metric: { ...declaration, type: 'histogram', read } satisfies Metric,
    observe: (labels: Labels, value: number): void => {
      const key = JSON.stringify(labels);
      const known = series.get(key) ?? { labels, buckets: Array.from({ length: bounds.length + 1 }, () => 0), sum: 0 };
      series.set(key, known);
      const index = bounds.findIndex(bound => value <= bound);
      const bucket = index === -1 ? bounds.length : index;
      known.buckets[bucket] = (known.buckets[bucket] ?? 0) + 1;
      known.sum += value;
    },
  };
};
