import type { RoleSlug } from '#contract/roles.ts';

export type Call = <T>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) => Promise<T>;

/** Calls the API of a running product as a user with a role, without a browser. */
export const callerOf = async (address: string, role: RoleSlug): Promise<Call> => {
  const ask = async (path: string, init: RequestInit) => {
    const response = await fetch(`${address}/api${path}`, init);
    const { message, result } = (await response.json()) as { message: string; result: unknown };
    if (!response.ok) throw new Error(`${path}: ${response.status} ${message}`);
    return result;
  };
  const headers = { 'Content-Type': 'application/json' };
  const body = JSON.stringify({ email: `${role}@demo.local`, password: 'demo-demo' });
  const { accessToken } = (await ask('/auth/login', { method: 'POST', headers, body })) as {
    accessToken: { token: string };
  };
  const Authorization = `Bearer ${accessToken.token}`;
  return async <T>(method: string, path: string, sent?: unknown) =>
    (await ask(path, { method, headers: { ...headers, Authorization }, body: JSON.stringify(sent) })) as T;
};
