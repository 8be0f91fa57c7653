/**
 * Plays the history of one invented case: every step calls the server's own function with the time at which it
 * happened, so history, due dates, prices and notifications are real. The whole history is one transaction of the
 * caller, so that no user of the demo sees a part of it.
 */
import { eq } from 'drizzle-orm';
import type { CaseAction } from '@rhythmdesk/domain/case/lifecycle';
import { between, seededRandom, type Random } from '@rhythmdesk/ecg/synth/random';
import { adoptReport } from '@rhythmdesk/server/features/cases/case-files';
import { createCase, updateReading } from '@rhythmdesk/server/features/cases/edit-case';
import { performAction } from '@rhythmdesk/server/features/cases/perform-action';
import { nothingLeftOut } from '@rhythmdesk/server/features/cases/left-out';
import { unsealed } from '@rhythmdesk/server/features/cases/sign-report';
import { addComment } from '@rhythmdesk/server/features/cases/talk';
import type { Tx } from '@rhythmdesk/server/platform/db/database';
import { cases } from '@rhythmdesk/server/platform/db/schema/cases';
import type { Caller } from '@rhythmdesk/server/platform/http/caller';
import { demoBillingZone } from './billing-zone.ts';
import type { CasePlan, Stage } from './case-plans.ts';
import { remarks, type FindingKind } from './remarks.ts';
import { pick } from './patient-names.ts';

export type CaseTeam = {
  readonly uploader: Caller;
  readonly doctor: Caller;
  readonly technicians: readonly Caller[];
  readonly chief: Caller;
  readonly hospital_id: number;
};

/** The steps before each stage; some are not actions of the action table. */
type Step = CaseAction | 'adopt' | 'read' | 'ask';
const working: readonly Step[] = ['request', 'assign-to-me', 'start', 'adopt', 'read', 'review-request'];
const finished: readonly Step[] = [...working, 'request-verification', 'verify', 'complete'];

const stepsTo: Readonly<Record<Stage, readonly Step[]>> = {
  ready: [],
  request: ['request', 'ask'],
  assigned: ['request', 'assign-to-me'],
  start: ['request', 'assign-to-me', 'start', 'adopt', 'read'],
  review: working,
  asked: [...working, 'request-verification'],
  complete: finished,
  edit: [...finished, 'request-editing'],
  closed: ['close'],
};

/** Most hours between one step and the next; shortened if the case would reach into the future. */
const pauseHours: Readonly<Record<Step, number>> = {
  request: 4,
  'cancel-request': 1,
  'assign-to-me': 9,
  assign: 9,
  unassign: 1,
  reject: 1,
  start: 6,
  'take-back': 1,
  reassign: 1,
  'change-team': 1,
  'review-request': 4,
  'request-verification': 1,
  verify: 5,
  return: 1,
  complete: 1,
  'request-editing': 30,
  'cancel-editing': 1,
  'complete-editing': 1,
  close: 6,
  adopt: 2,
  read: 1,
  ask: 2,
};

export class CasePlayer {
  private readonly tx: Tx;
  private readonly plan: CasePlan;
  private readonly team: CaseTeam;
  private readonly random: Random;
  private technician: Caller;
  private case_id = 0;
  private version = 0;
  private at: Date;

  constructor(tx: Tx, plan: CasePlan, team: CaseTeam) {
    this.tx = tx;
    this.plan = plan;
    this.team = team;
    this.random = seededRandom(plan.seed);
    this.technician = pick(this.random, team.technicians);
    this.at = plan.uploaded;
  }

  /** Creates the case; the caller adds its recording and files before `play`. */
  async create(): Promise<number> {
    const { hn_id, patient, priority, language } = this.plan;
    const comment = pick(this.random, remarks[language].orders);
    const context = this.context(this.team.uploader);
    const { hospital_id } = this.team;
    const product_name = 'Patch P2';
    const made = await createCase(
      this.tx,
      { hn_id, hospital_id, ...patient, priority, comment, product_name },
      context,
    );
    this.case_id = made.case_id;
    this.version = made.version;
    return made.case_id;
  }

  async play(now: Date): Promise<void> {
    const steps = stepsTo[this.plan.stage];
    const wanted = steps.map((step) => pauseHours[step] * between(this.random, 0.2, 1) * 3_600_000);
    const room = Math.max(0, now.getTime() - this.at.getTime() - 120_000);
    const scale = Math.min(
      1,
      room /
        Math.max(
          1,
          wanted.reduce((sum, ms) => sum + ms, 0),
        ),
    );
    for (const [index, step] of steps.entries()) {
      this.at = new Date(this.at.getTime() + Math.round((wanted[index] ?? 0) * scale));
      await this.take(step);
    }
  }

  private context(caller: Caller) {
    return { caller, request_id: `demo-${this.plan.hn_id}`, now: this.at };
  }

  private async take(step: Step): Promise<void> {
    if (step === 'adopt') return this.adopt();
    if (step === 'read') return this.read();
    if (step === 'ask') return this.ask();
    await this.act(step);
    if (step === 'request') await this.leaveToItsTeam();
  }

  /** Chooses the technician from the team that got the request. */
  private async leaveToItsTeam(): Promise<void> {
    const [row] = await this.tx
      .select({ team_id: cases.team_id })
      .from(cases)
      .where(eq(cases.case_id, this.case_id));
    const team = this.team.technicians.filter(({ user_group }) => user_group.id === row?.team_id);
    if (team.length > 0 && !team.includes(this.technician)) this.technician = pick(this.random, team);
  }

  private actorOf(action: CaseAction): Caller {
    const { doctor, chief } = this.team;
    if (action === 'request' || action === 'close' || action === 'request-editing') return doctor;
    return action === 'verify' ? chief : this.technician;
  }

  private async act(action: CaseAction): Promise<void> {
    const caller = this.actorOf(action);
    const words = remarks[this.plan.language];
    const comment =
      action === 'request-editing'
        ? pick(this.random, words.corrections)
        : action === 'close'
          ? words.closing
          : undefined;
    const confirmer_id = action === 'request-verification' ? this.team.chief.id : undefined;
    const { case_id, version } = this;
    const answer = await performAction(
      this.tx,
      action,
      { case_id, version, ...(comment && { comment }), ...(confirmer_id && { confirmer_id }) },
      {
        ...this.context(caller),
        billing_time_zone: demoBillingZone,
        // No case is selected for a second reading here, because none is analysed yet; `demo-second.ts` does that
        // later.
        chance: 0,
        password: 'right',
        signing: unsealed(this.plan.language, 'foreign'),
        reading: nothingLeftOut,
      },
    );
    this.version = answer.version;
  }

  private async adopt(): Promise<void> {
    const { case_id, version } = this;
    const made = await adoptReport(this.tx, { case_id, version }, this.context(this.technician));
    this.version = made.version;
  }

  /** Returns the gravest kind of finding that the recording contains, so that no conclusion contradicts its figures. */
  private async finding(): Promise<FindingKind> {
    const { af_share, ve_count, pause_count } = cases;
    const [row] = await this.tx
      .select({ af_share, ve_count, pause_count })
      .from(cases)
      .where(eq(cases.case_id, this.case_id));
    if (this.plan.heart === 'paced') return 'paced';
    const af = row?.af_share ?? 0;
    if (af > 0) return this.plan.heart === 'permanent_af' ? 'permanent_af' : 'paroxysmal_af';
    if ((row?.pause_count ?? 0) > 0) return 'pauses';
    return (row?.ve_count ?? 0) > 0 ? 'ventricular' : 'sinus';
  }

  private async read(): Promise<void> {
    const { case_id, version } = this;
    const { severity, language } = this.plan;
    const technician_comment = remarks[language].findings[await this.finding()];
    const reading = { case_id, version, severity, technician_comment };
    const made = await updateReading(this.tx, reading, this.context(this.technician));
    this.version = made.version;
    if (this.random() < 0.4)
      await this.say(this.technician, pick(this.random, remarks[language].internal), true);
  }

  private async ask(): Promise<void> {
    if (this.random() < 0.5)
      await this.say(this.team.doctor, pick(this.random, remarks[this.plan.language].questions), false);
  }

  private async say(caller: Caller, content: string, internal: boolean): Promise<void> {
    const { case_id, at } = this;
    await addComment(this.tx, caller, { case_id, content, internal, mentions: [] }, at);
  }
}
