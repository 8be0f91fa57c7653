/**
 * Defines what signing a report means and which certificate signs it. The user who completes a case, or completes it
 * again after a correction, signs its newest report. The statement shown beside the password is stored with the
 * signature, so that a later change of the wording changes no signature.
 */
import type { CaseAction } from '../case/lifecycle.ts';
import type { Language } from '../kit/languages.ts';

export const signingActs = ['complete', 'complete-editing'] as const satisfies readonly CaseAction[];
export type SigningAct = (typeof signingActs)[number];

export function isSigningAct(action: string): action is SigningAct {
  return signingActs.some((act) => act === action);
}

export const signatureMeanings: Readonly<Record<Language, Readonly<Record<SigningAct, string>>>> = {
  en: {
    complete: 'I have read this report, I answer for its content, and I release it to the hospital.',
    'complete-editing':
      'I have read this amended report, I answer for its content, and I release it to the hospital in place of the earlier one.',
  },
  ja: {
    complete: '本報告書の内容を確認し、その内容に責任を負い、医療機関への報告を承認します。',
    'complete-editing':
      '修正後の本報告書の内容を確認し、その内容に責任を負い、先の報告書に代えて医療機関へ報告することを承認します。',
  },
  ko: {
    complete: '본 보고서의 내용을 확인하였고, 그 내용에 책임을 지며, 병원에 송부하는 것을 승인합니다.',
    'complete-editing':
      '수정된 본 보고서의 내용을 확인하였고, 그 내용에 책임을 지며, 이전 보고서를 대신하여 병원에 송부하는 것을 승인합니다.',
  },
  zh: {
    complete: '本人已审阅本报告，对其内容负责，并批准发送给医院。',
    'complete-editing': '本人已审阅修订后的本报告，对其内容负责，并批准发送给医院以取代先前的报告。',
  },
};

/** How the file is signed: with the center's certificate, or why the signature is only in the product's records. */
export const seals = [
  'certificate',
  /** The center has no certificate. */
  'none',
  'expired',
  'not-yet',
  /** The key was encrypted by another installation. */
  'unreadable',
  /** The file was not made by this product and stays unchanged. */
  'foreign',
] as const;
export type Seal = (typeof seals)[number];

export const certificateStates = ['valid', 'expiring', 'expired', 'not-yet'] as const;
export type CertificateState = (typeof certificateStates)[number];

const dayMs = 86_400_000;
/** Staff of the center are warned this many days before a certificate expires. */
const expiringDays = 30;

type Validity = { readonly not_before: Date; readonly not_after: Date };

/** The last moment of a certificate is still within its validity (RFC 5280, 4.1.2.5). */
export function certificateState({ not_before, not_after }: Validity, nowMs: number): CertificateState {
  if (nowMs < not_before.getTime()) return 'not-yet';
  if (nowMs > not_after.getTime()) return 'expired';
  return not_after.getTime() - nowMs <= expiringDays * dayMs ? 'expiring' : 'valid';
}

/** Returns how a report is signed with a certificate in this state. */
export function sealOf(state: CertificateState): Seal {
  return state === 'valid' || state === 'expiring' ? 'certificate' : state;
}
