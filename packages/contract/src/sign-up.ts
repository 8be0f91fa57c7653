/**
 * Defines the routes by which a visitor without a session gets an account or a new password, and by which a new account
 * is approved.
 */
import { groupTypes, roleKeys } from '@rhythmdesk/domain/people/roles';
import { z } from 'zod';
import { done, instant, noInput, optionalText, rowId, text } from './fields.ts';
import { groupName } from './people.ts';
import { defineRoutes, type OutputOf } from './route.ts';

const institutionCode = z.string().trim().min(1).max(64);
const loginId = z.string().trim().min(1).max(64);
const email = z.string().trim().min(1).max(254);
/** 256 bits, base64url. */
const token = z.string().regex(/^[A-Za-z0-9_-]{43}$/);
const newPassword = z.string().min(1).max(256);
const termsAgreed = z.boolean();

/** A user who signed up and waits for approval. */
const waitingUser = z.object({
  id: z.number().int(),
  user_id: z.string(),
  name: z.string(),
  email: z.string(),
  phone_number: z.string(),
  department: z.string(),
  role_key: z.enum(roleKeys),
  user_group: groupName,
  created_at: instant,
});
export type WaitingUser = z.output<typeof waitingUser>;

export const signUpRoutes = defineRoutes({
  institutionCode: {
    method: 'POST',
    path: 'auth/institution-code',
    allow: 'anyone',
    audit: 'none',
    summary: 'Returns the institution of a register code, and the roles for which users may sign up in it.',
    input: z.strictObject({ institution_code: institutionCode }),
    output: z.object({
      name: z.string(),
      type: z.enum(groupTypes),
      roles: z.array(z.enum(roleKeys)),
      immediate_sign_up: z.boolean(),
    }),
  },
  idCheck: {
    method: 'GET',
    path: 'auth/id-check',
    allow: 'anyone',
    audit: 'none',
    summary: 'Returns whether this user id is free.',
    input: z.strictObject({ user_id: loginId }),
    output: z.object({ available: z.boolean() }),
  },
  verification: {
    method: 'POST',
    path: 'auth/verification',
    allow: 'anyone',
    audit: 'none',
    summary:
      'With an e-mail address and an institution’s code, mails six digits, valid for 10 minutes and 5 attempts, again after 60 seconds. With the `verification_id` of the answer and a `code`, checks them.',
    input: z.strictObject({
      email: email.optional(),
      institution_code: institutionCode.optional(),
      verification_id: token.optional(),
      code: z
        .string()
        .regex(/^\d{6}$/)
        .optional(),
    }),
    output: z.object({
      verification_id: token,
      verified: z.boolean(),
      expires_at: instant,
      resend_at: instant,
      tries_left: z.number().int(),
      /** The sender of the mail. */
      sender: z.string(),
    }),
  },
  signUp: {
    method: 'POST',
    path: 'auth/signup',
    allow: 'anyone',
    audit: 'user.sign-up',
    summary:
      'Creates an account with a verified e-mail address. It waits for approval unless the institution waives it.',
    input: z.strictObject({
      terms_agreed: termsAgreed,
      institution_code: institutionCode,
      user_id: loginId,
      verification_id: token,
      name: text(80),
      department: text(80),
      role_key: z.enum(roleKeys),
      phone_number: optionalText(32).optional(),
      password: newPassword,
    }),
    output: z.object({ waits_for_approval: z.boolean() }),
    success: 201,
  },
  passwordMail: {
    method: 'POST',
    path: 'auth/password-mail',
    allow: 'anyone',
    audit: 'password.ask',
    summary:
      'Mails a link to set a new password, valid once and for 20 minutes. The answer is the same whether the account exists or not.',
    input: z.strictObject({ user_id: loginId, email }),
    output: done,
  },
  passwordMailFor: {
    method: 'POST',
    path: 'user/password-mail',
    allow: 'user.write',
    audit: 'password.ask',
    summary: 'Does the same for a user below the caller’s level, and says if there is no such user.',
    input: z.strictObject({ user_id: loginId, email }),
    output: done,
  },
  passwordLink: {
    method: 'POST',
    path: 'auth/password-link',
    allow: 'anyone',
    audit: 'none',
    summary: 'Returns whose password the link changes, while it is valid.',
    input: z.strictObject({ token }),
    output: z.object({ user_id: z.string(), expires_at: instant }),
  },
  passwordReset: {
    method: 'POST',
    path: 'auth/password-reset',
    allow: 'anyone',
    audit: 'password.reset',
    summary: 'Sets a new password by the mailed link. Ends all sessions of the account.',
    input: z.strictObject({ token, password: newPassword }),
    output: done,
  },
  waitingUsers: {
    method: 'GET',
    path: 'user/waiting',
    allow: 'user.write',
    audit: 'user.list',
    summary:
      'Returns users who signed up and wait for approval, below the caller’s level and in scope; the earliest hundred.',
    input: noInput,
    output: z.object({ items: z.array(waitingUser), total: z.number().int() }),
  },
  approveUser: {
    method: 'POST',
    path: 'user/user/:id/approve',
    allow: 'user.write',
    audit: 'user.approve',
    summary: 'Approves a waiting user, who is notified by mail.',
    input: z.strictObject({ id: rowId }),
    output: done,
  },
  refuseUser: {
    method: 'POST',
    path: 'user/user/:id/refuse',
    allow: 'user.write',
    audit: 'user.refuse',
    summary:
      'Refuses a waiting user with a reason, who is notified by mail. The account and its data are deleted.',
    input: z.strictObject({ id: rowId, reason: text(500) }),
    output: done,
  },
});

export type Verification = OutputOf<typeof signUpRoutes.verification>;
export type SignUpInstitution = OutputOf<typeof signUpRoutes.institutionCode>;
