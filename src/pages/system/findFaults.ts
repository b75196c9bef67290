import { keysOf } from '#contract/keysOf.ts';
import type { System } from '#contract/system.ts';

/** In bytes; below it, an import of images may fail. The embedded database stops writing at 64 MiB. */
const SCARCE_BYTES = 2 ** 30;

/** What needs an administrator's attention. Not failed runs, because whoever started them is notified. */
export const findFaults = ({ database, disk, files, mail, processes, queue }: System) => {
  const isFound = {
    database: 'error' in database,
    disk: 'error' in disk || disk.value.free_bytes < SCARCE_BYTES,
    files: files.error !== null,
    mail: mail.error !== null,
    processes: 'value' in processes && processes.value.some(process => !process.is_alive),
    workers:
      'value' in processes && !processes.value.some(({ is_alive, roles }) => is_alive && roles.includes('worker')),
    queue: 'value' in queue && queue.value.runs.some(run => run.is_waiting),
  };
  return keysOf(isFound).filter(name => isFound[name]);
};
