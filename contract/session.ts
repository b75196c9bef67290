import { z } from 'zod';
import { NewPassword } from './newPassword.ts';

const Email = z.string().trim().toLowerCase().max(254);
const Password = z.string().max(1024);

export const Credentials = z.strictObject({
  email: Email,
  password: Password,
  remember: z.boolean().default(false),
});

/** A new password, entered twice because the user cannot see it (§5). */
const newPasswordFields = { password: NewPassword, password_confirmation: Password };

const withConfirmation = <S extends z.ZodType<{ password: string; password_confirmation: string }>>(schema: S): S =>
  schema.check(({ value, issues }) => {
    if (value.password === value.password_confirmation) return;
    const path = ['password_confirmation'];
    issues.push({ code: 'custom', path, params: { message: 'passwordMismatch' }, input: value.password_confirmation });
  });

/** §7, `POST /auth/restore`: the account whose password is forgotten. */
export const ForgotPasswordBody = z.strictObject({ email: Email.pipe(z.email()) });

/** §7, `POST /auth/reset-password`: `token` is from the e-mailed link, `/reset-password?token=…`. */
export const ResetPasswordBody = withConfirmation(
  z.strictObject({ token: z.string().min(1).max(512), ...newPasswordFields }),
);

/** Contract 3, `PUT /profile/email`: the caller's own address, with the password to prove the caller's identity. */
export const OwnEmailBody = z.strictObject({ email: Email.pipe(z.email()), password: Password.min(1) });

/** Contract 3, `PUT /profile/password`: changes the caller's own password (§3). */
export const OwnPasswordBody = withConfirmation(
  z.strictObject({ old_password: Password.min(1), ...newPasswordFields }),
);

const personName = z.string().trim().min(1).max(100);

/**
 * Contract 3, `PUT /profile`: a partial update. The avatar can only be removed here; uploading one is a call of its
 * own.
 */
export const OwnProfileBody = z.strictObject({
  first_name: personName.optional(),
  last_name: personName.optional(),
  middle_name: personName.nullable().optional(),
  avatar: z.null().optional(),
});

/** A token as `"…"` or `{ token: "…" }` (contract 1: tolerant reading). */
const Token = z.union([z.string().min(1), z.object({ token: z.string().min(1) }).transform(({ token }) => token)]);

/** §7: `result.createAccessToken.token`, `result.refreshToken.token`. */
export const TokenPair = z.object({ accessToken: Token, refreshToken: Token });
export type TokenPair = z.output<typeof TokenPair>;

export const RefreshedTokenPair = z.object({ token: Token, refresh_token: Token });

/** §3, with the shapes of contract 3. The role may also be a bare slug. */
export const Profile = z.object({
  id: z.int(),
  first_name: z.string(),
  last_name: z.string(),
  middle_name: z.string().nullable(),
  avatar: z.object({ id: z.int(), url: z.string() }).nullable(),
  role: z.union([
    z.object({ slug: z.string(), name: z.string() }),
    z.string().transform(slug => ({ slug, name: slug })),
  ]),
  permissions: z.array(z.object({ slug: z.string() })),
  /** Extension: the user behind the session while they impersonate this one (§4), and when that ends at the latest. */
  acted_by: z
    .object({ id: z.int(), first_name: z.string(), last_name: z.string(), until: z.iso.datetime().optional() })
    .optional(),
});
export type Profile = z.output<typeof Profile>;
