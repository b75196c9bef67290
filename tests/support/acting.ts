import type { TokenPair } from '#contract/session.ts';
import type { Answer, TestServer } from './server.ts';
import { senderOf } from './server.ts';

export const tokensOf = ({ result }: Answer) => {
  const { accessToken, refreshToken } = result as Record<keyof TokenPair, { token: string }>;
  return { access: accessToken.token, refresh: refreshToken.token };
};

interface Names {
  first_name: string;
  last_name: string;
}

/** Signs in an administrator who acts as a content manager with this name. */
export const actAs = async (server: TestServer, names: Names) => {
  const own = await server.signIn('admin');
  const subject = await server.createUser('content_manager', names);
  const asActor = senderOf(server.app, own.access);
  const tokens = tokensOf(await asActor('POST', `/users/auth/${subject.id}`));
  return { actor: own.user, subject, own, tokens, asActor, send: senderOf(server.app, tokens.access) };
};
