/**
 * Preloaded into a measured server, because only the process itself can measure the delay of its event loop. Writes it
 * to LOOP_DELAY_FILE whenever that file is missing.
 */
import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const path = process.env.LOOP_DELAY_FILE;
const RESOLUTION = 10;

const watch = () => {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION });
  delays.enable();
  const late = nanoseconds => Math.max(0, nanoseconds / 1e6 - RESOLUTION);
  const write = () => {
    if (existsSync(path)) return;
    // Written under another name first, so that nobody reads half a file.
    writeFileSync(`${path}.new`, JSON.stringify({ p99: late(delays.percentile(99)), highest: late(delays.max) }));
    renameSync(`${path}.new`, path);
    delays.reset();
  };
  setInterval(write, 100).unref();
};

// Only in the main thread, because worker threads load this file too.
if (path && isMainThread) watch();
