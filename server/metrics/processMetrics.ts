import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createGauge, type Metric } from './registry.ts';

const NANOSECONDS = 1e9;
const MICROSECONDS = 1e6;
/** How often the delay is measured, in ms. */
const RESOLUTION_MS = 20;

/** The state of the process, under the names that dashboards for Node expect. */
export const createProcessMetrics = (): readonly Metric[] => {
  const startedAt = Date.now() / 1000 - process.uptime();
  return [
    createEventLoopMetric(),
    createGauge(
      { name: 'process_resident_memory_bytes', help: 'Memory of the process.' },
      () => process.memoryUsage().rss,
    ),
    createGauge({ name: 'nodejs_heap_size_used_bytes', help: 'Heap in use.' }, () => process.memoryUsage().heapUsed),
    createGauge(
      { name: 'nodejs_external_memory_bytes', help: 'Memory outside of the heap, such as buffers.' },
      () => process.memoryUsage().external,
    ),
    {
      name: 'process_cpu_seconds_total',
      help: 'Processor time of all threads.',
      type: 'counter',
      read: () => {
        const { user, system } = process.cpuUsage();
        return [{ value: (user + system) / MICROSECONDS }];
      },
    },
    createGauge(
      { name: 'process_start_time_seconds', help: 'When the process started, as Unix time.' },
      () => startedAt,
    ),
  ];
};

/** Since the last scrape, because the maximum since the start would never go down again. */
const createEventLoopMetric = (): Metric => {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  return {
    name: 'vitrina_event_loop_delay_seconds',
    help: 'How late timers were since the last scrape.',
    type: 'gauge',
    read: () => {
      // Includes the interval itself.
      const toSeconds = (nanoseconds: number) => Math.max(0, nanoseconds / NANOSECONDS - RESOLUTION_MS / 1000);
      const samples = (['0.5', '0.99'] as const).map(quantile => ({
        labels: { quantile },
        value: toSeconds(delay.percentile(Number(quantile) * 100)),
      }));
      const max = { labels: { quantile: '1' }, value: toSeconds(delay.max) };
      delay.reset();
      return [...samples, max];
    },
  };
};
