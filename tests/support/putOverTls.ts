/**
 * Sends a file to receivers with each of the test certificates, and prints the result by certificate. A separate
 * program, because Node reads trusted authorities only at its start (`NODE_EXTRA_CA_CERTS`).
 */
import { readFileSync } from 'node:fs';
import { createServer as createPlain } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { readConfig } from '#server/config.ts';
import { createReceiverTarget } from '#server/media/sending/receiver.ts';
import { DeliveryError } from '#server/media/sending/refusal.ts';
import { defaultPace } from '#server/outgoing/pace.ts';

const fileOf = (name: string): Buffer => readFileSync(new URL(`./certificates/${name}.pem`, import.meta.url));

const putTo = async (server: Server): Promise<string> => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const target = createReceiverTarget({
    address: `https://cafe.example:${(server.address() as AddressInfo).port}/media`,
    key: 'key',
    allowed: readConfig({ CAFES_NETWORKS: '127.0.0.0/8' }).cafesNetworks,
    pace: { ...defaultPace, lookup: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]) },
    maxConcurrent: 1,
    clock: () => new Date(),
  });
  try {
    await target.put({ path: 'a.txt', bytes: Buffer.from('a'), mediaType: 'text/plain' }, new AbortController().signal);
    return 'taken';
  } catch (error) {
    return error instanceof DeliveryError ? `${error.scope}: ${error.userMessage}` : String(error);
  } finally {
    target.close();
    server.close();
  }
};

const results: Record<string, string> = { plain: await putTo(createPlain()) };
for (const name of ['cafe', 'selfSigned', 'expired', 'other']) {
  const answer = createServer({ key: fileOf('key'), cert: fileOf(name) }, (_request, response) => response.end());
  results[name] = await putTo(answer);
}
console.log(JSON.stringify(results));
