/** Loaded into a measured server: notes how late its event loop is, and writes that to LOOP_DELAY_FILE when it is gone. */
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
    // Renamed, so that nobody reads half of it.
    writeFileSync(`${path}.new`, JSON.stringify({ p99: late(delays.percentile(99)), highest: late(delays.max) }));
    renameSync(`${path}.new`, path);
    delays.reset();
  };
  setInterval(write, 100).unref();
};

// The server's threads load it as well.
if (path && isMainThread) watch();
