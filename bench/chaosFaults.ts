import { setTimeout as sleep } from 'node:timers/promises';
import type { openProxy } from '#tests/support/proxy.ts';
import type { Server } from './server.ts';
import type { SmallDisk } from './smallDisk.ts';

const HOUR_MS = 3_600_000;

export interface Fleet {
  servers: Server[];
  /** Starts a process again that was killed. */
  restart: (at: number) => Promise<void>;
  /** Between the servers and the database. */
  proxy: Proxy;
  setClock: (at: number, ms: number) => void;
  disk: SmallDisk | null;
  /** Kills PostgreSQL and starts it again; null if it is not ours. */
  crashDatabase: (() => void) | null;
  /** Between the people and each server. */
  fronts: Proxy[];
}

type Proxy = Awaited<ReturnType<typeof openProxy>>;

export interface Fault {
  name: string;
  /** Whether the import of the time may end as failed, with the rows that it has counted. */
  mayFailImport?: true;
  isPossible?: (fleet: Fleet) => boolean;
  /** Resolves when the fault is over. */
  cause: (fleet: Fleet, at: number) => Promise<void>;
}

export const faults: readonly Fault[] = [
  {
    name: 'a process is killed',
    cause: async ({ servers, restart }, at) => {
      await servers[at]?.kill();
      await sleep(2000);
      await restart(at);
    },
  },
  {
    name: 'the network to the database loses everything',
    cause: async ({ proxy }) => {
      proxy.lose();
      await sleep(8000);
      await proxy.mend();
    },
  },
  {
    name: 'the network to a server loses everything',
    cause: async ({ fronts }, at) => {
      fronts[at]?.lose();
      await sleep(8000);
      await fronts[at]?.mend();
    },
  },
  {
    name: 'the database is killed',
    isPossible: ({ crashDatabase }) => crashDatabase !== null,
    cause: async ({ crashDatabase }) => crashDatabase?.(),
  },
  {
    name: 'the database refuses connections',
    cause: async ({ proxy }) => {
      await proxy.refuse();
      await sleep(8000);
      await proxy.mend();
    },
  },
  {
    name: 'the database is slow',
    cause: async ({ proxy }) => {
      proxy.slow(100);
      await sleep(10_000);
      await proxy.mend();
    },
  },
  {
    name: 'the clock of a process jumps an hour ahead',
    cause: ({ setClock }, at) => jump(setClock, at, HOUR_MS),
  },
  {
    name: 'the clock of a process jumps an hour back',
    cause: ({ setClock }, at) => jump(setClock, at, -HOUR_MS),
  },
  {
    name: 'the disk is full',
    mayFailImport: true,
    isPossible: ({ disk }) => disk !== null,
    cause: async ({ disk }) => {
      disk?.fill();
      await sleep(8000);
      disk?.empty();
    },
  },
];

const jump = async (setClock: Fleet['setClock'], at: number, ms: number): Promise<void> => {
  setClock(at, ms);
  await sleep(10_000);
  setClock(at, 0);
};
