import { HttpResponse, type HttpResponseResolver, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll } from 'vitest';

export interface Answering {
  (body: unknown, status?: number): string;
  by: (resolver: HttpResponseResolver) => string;
  /** Passes each request to a real server through `look`, which may delay it. */
  watch: (address: string, look: (request: Request) => unknown) => void;
}

export const answeringServers = (): Answering => {
  const network = setupServer();
  let made = 0;
  beforeAll(() => network.listen({ onUnhandledRequest: 'bypass' }));
  afterEach(() => network.resetHandlers());
  afterAll(() => network.close());
  const by = (resolver: HttpResponseResolver): string => {
    made += 1;
    const address = `http://answers.test/${made}`;
    network.use(http.all(`${address}/*`, resolver));
    return address;
  };
  const always = (body: unknown, status = 200): string =>
    by(() =>
      typeof body === 'string' ? HttpResponse.html(body, { status }) : HttpResponse.json(body as object, { status }),
    );
  const watch: Answering['watch'] = (address, look) =>
    network.use(http.all(`${address}/*`, async ({ request }) => void (await look(request))));
  return Object.assign(always, { by, watch });
};
