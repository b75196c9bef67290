import { expect, it } from 'vitest';
import { formOf, IMPORT } from '#tests/support/importing.ts';
import { describeOnEmbedded } from '#tests/support/server.ts';

describeOnEmbedded('§8 Failures of import and cancel calls', server => {
  it.each([
    ['POST', IMPORT],
    ['POST', `${IMPORT}/preview`],
    ['DELETE', IMPORT],
    ['DELETE', '/products/send-media-to-cafe'],
    ['DELETE', '/synchronization/999'],
  ] as const)('[N200] %s %s lists its message', async (method, path) => {
    const send = await server().as('content_manager');
    const { status, message, messages } = await send(method, path, method === 'POST' ? formOf() : undefined);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(messages).toEqual([message]);
  });

  it('[N200] other calls have one message', async () => {
    const { messages } = await (await server().as('content_manager'))('GET', '/products/999');
    expect(messages).toBeUndefined();
  });
});
