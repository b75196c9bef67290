import { setTimeout as sleep } from 'node:timers/promises';
import { roleSlugs } from '#contract/roles.ts';
import { onEachDatabase, type Place, type Rig } from './databases.ts';
import { type Figure, measureTime, median, type Part } from './figures.ts';
import { startServer } from './server.ts';

const OPEN_REQUESTS = 60;
const RIGHT_SIGN_INS = 32;
/** Pause between two right sign-ins, in ms, so that they meet the flood at different moments. */
const PAUSE_MS = 250;
const FLOODING_NETWORK = '203.0.113.7';
const OTHER_NETWORK = '198.51.100.9';

/**
 * `npm run bench -- flood`: one network keeps 60 sign-ins with unknown addresses open, while users of another network
 * sign in with their right passwords, one after another.
 */
export const floodPart: Part = {
  name: 'flood',
  title: `Right sign-ins while another network keeps ${OPEN_REQUESTS} wrong ones open`,
  run: () => onEachDatabase(rig => rig.withPlace(place => figuresOf(rig, place))),
};

const figuresOf = async ({ title }: Rig, place: Place): Promise<Figure[]> => {
  const server = await startServer({ ...place, env: { PROXIES: '1' } });
  try {
    const quiet = await measureSignIns(server.origin);
    const stopFlood = startFlood(server.origin);
    const flooded = await measureSignIns(server.origin);
    const wrongSignIns = await stopFlood();
    const against = { label: 'without the flood', value: median(quiet.times) };
    return [
      { label: `${title}: right sign-ins that got in`, ours: flooded.succeeded, unit: 'sign-ins' },
      { label: `${title}: wrong ones meanwhile`, ours: wrongSignIns, unit: 'sign-ins' },
      { label: `${title}: a right sign-in, median`, ours: median(flooded.times), against, unit: 'ms' },
      { label: `${title}: the slowest`, ours: Math.max(...flooded.times), unit: 'ms', atMost: 2000 },
    ];
  } finally {
    await server.stop();
  }
};

const measureSignIns = async (origin: string) => {
  const times: number[] = [];
  let succeeded = 0;
  for (let turn = 0; turn < RIGHT_SIGN_INS; turn += 1) {
    const email = `${roleSlugs[turn % roleSlugs.length]}@demo.local`;
    const [ms, status] = await measureTime(() => trySignIn(origin, OTHER_NETWORK, { email, password: 'demo-demo' }));
    times.push(ms);
    if (status === 200) succeeded += 1;
    await sleep(PAUSE_MS);
  }
  return { times, succeeded };
};

/** Every open request is followed by the next one at once. @returns a function that ends it and counts the requests */
const startFlood = (origin: string): (() => Promise<number>) => {
  const stopping = new AbortController();
  let count = 0;
  const keepOpen = async () => {
    while (!stopping.signal.aborted) {
      count += 1;
      await trySignIn(origin, FLOODING_NETWORK, { email: `made-up-${count}@example.org`, password: 'wrong-password' });
    }
  };
  const requests = Array.from({ length: OPEN_REQUESTS }, keepOpen);
  return async () => {
    stopping.abort();
    await Promise.all(requests);
    return count;
  };
};

const trySignIn = async (
  origin: string,
  network: string,
  body: { email: string; password: string },
): Promise<number> => {
  const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': network };
  const response = await fetch(`${origin}/api/auth/login`, { method: 'POST', headers, body: JSON.stringify(body) });
  await response.arrayBuffer();
  return response.status;
};
