/** Preloaded into a server, to set its clock: by as many ms as CLOCK_FILE contains. */
import { readFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const path = process.env.CLOCK_FILE;
const RealDate = Date;
let offset = 0;

const readOffset = () => {
  try {
    offset = Number(readFileSync(path, 'utf8'));
  } catch {
    offset = 0;
  }
};

if (path && isMainThread) {
  globalThis.Date = class extends RealDate {
    constructor(...args) {
      if (args.length === 0) super(RealDate.now() + offset);
      else super(...args);
    }

    static now() {
      return RealDate.now() + offset;
    }
  };
  setInterval(readOffset, 200).unref();
}
