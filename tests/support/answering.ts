import { HttpResponse, type HttpResponseResolver, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll } from 'vitest';

export interface Answering {
  (body: unknown, status?: number): string;
  by: (resolver: HttpResponseResolver) => string;
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
  return Object.assign(always, { by });
};
