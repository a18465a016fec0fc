import { setTimeout as sleep } from 'node:timers/promises'
import { type JobHelpers, Logger, type RunnerOptions, run, type TaskList } from 'graphile-worker'
import { z } from 'zod'
import { keySurveyPeople } from '../../catalogue/customers/jobs.ts'
import { encryptPlainDeliveries, openTicket, startDispatcher } from '../../delivery/destinations/jobs.ts'
import { encryptPlainMails, MAILS_AT_ONCE, openTransport, sendMail } from '../../delivery/mail/jobs.ts'
import { recoverAccount, sweepAccounts } from '../../entrance/accounts/jobs.ts'
import { sweepCaptchas } from '../../entrance/captcha/jobs.ts'
import { encryptPlainLinks, sweepSessions } from '../../entrance/sessions/jobs.ts'
import { makePartitions } from '../../platform/db/partitions.ts'
import { inJobSpan } from '../../platform/telemetry/tracing.ts'
import { rescanFurther, sweepAttachments } from '../../requests/attachments/jobs.ts'
import { encryptPlainNotes } from '../../requests/desk/jobs.ts'
import { encryptPlainFollowUps, sweepFollowUpSessions } from '../../requests/follow-up/jobs.ts'
import { encryptPlainRequests, eraseRetained, expireRequests, indexOlderRequests } from '../../requests/requests/jobs.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { mailOperators } from '../analytics/jobs.ts'
import { publishPlanned, testForms } from '../authoring/jobs.ts'
import { mailStateChanges } from '../follow-up/jobs.ts'
import { deleteOldLogs } from '../operators/jobs.ts'
import { mailSavedDraft, sweepSavedDrafts } from '../saved-drafts/jobs.ts'
import { rememberTranslations } from '../translations/jobs.ts'
import { failDeadJobs } from './dead-jobs.ts'
import { startHeartbeat } from './heartbeat.ts'
import { startRelay } from './relay-jobs.ts'
import { waitForExit } from './wait-for-exit.ts'

const payload = z.object({ customer: z.string(), id: z.uuid() })
const begun = z.object({ traceparent: z.string() })

const cursor = z.object({ after: z.object({ customer_code: z.string(), id: z.uuid() }).optional() })

/**
 * Maximum number of jobs that run in parallel, not counting mails. Mails have a separate job runner, so that a mail
 * server that does not respond delays no tickets. Each running job occupies a database connection.
 */
const JOBS_AT_ONCE = 3
/**
 * Schedule of the deployment's recurring jobs, in UTC. The weekly rescan of attachments finds malware that the scanner
 * did not recognise at the time of the upload.
 */
const CRONTAB = [
  '* * * * * expire_requests ?max=1',
  '* * * * * settle_given_up ?max=1',
  '* * * * * publish_planned ?max=1',
  '* * * * * mail_operators ?max=1',
  '* * * * * mail_state_changes ?max=1',
  '* * * * * seal_open ?max=1',
  '* * * * * remember_translations ?max=1',
  '* * * * * index_answers ?max=1&queue=index_answers',
  '* * * * * sweep_saved_drafts ?max=1',
  '*/10 * * * * sweep_captchas ?max=1',
  '41 * * * * sweep_sessions ?max=1',
  '43 * * * * sweep_accounts ?max=1',
  '33 2 * * * make_partitions ?max=10',
  '47 2 * * * erase_requests ?max=1',
  '12 3 * * * test_forms ?max=1',
  '52 2 * * * key_survey_people ?max=1',
  '57 2 * * * delete_old_logs ?max=1',
  '17 3 * * * sweep_attachments ?max=10',
  '23 4 * * 0 rescan_attachments ?max=5',
].join('\n')
/**
 * Interval in milliseconds at which the worker polls for jobs, because a database notification about a new job may be
 * lost.
 */
const POLL_MS = 2_000

/** The worker that runs the deployment's jobs until it is stopped. */
export interface Worker {
  stop: () => Promise<void>
}

/** Starts the job runners, and the dispatcher that delivers tickets. */
export async function startWorker(services: RequestServices, log: (message: string) => void): Promise<Worker> {
  const transport = openTransport(services.config.smtpUrl)
  // Starts the dispatcher of tickets separately from the job runners, so that a slow destination delays no mail.
  const dispatcher = startDispatcher(services, log)
  const relay = startRelay(services.database.owner, log)
  const sendQueued = (job: unknown) => {
    const { customer, id } = payload.parse(job)
    return sendMail(services, transport, customer, id)
  }
  const mails: TaskList = {
    send_mail: sendQueued,
    // A task of its own, because workers of the release before these mails would send them as another kind.
    mail_states: sendQueued,
    mail_saved_draft: (job: unknown) => {
      const { customer, id } = payload.parse(job)
      return mailSavedDraft(services, transport, customer, id)
    },
  }
  const others: TaskList = {
    process_request: async (job: unknown) => {
      const { customer, id } = payload.parse(job)
      await openTicket(services, customer, id)
      dispatcher.wake()
    },
    recover_account: (job: unknown) => {
      const { customer, id } = payload.parse(job)
      return recoverAccount(services, customer, id)
    },
    expire_requests: (_job: unknown, _helpers: JobHelpers) => expireRequests(services),
    settle_given_up: () => failDeadJobs(services),
    publish_planned: () => publishPlanned(services),
    mail_operators: () => mailOperators(services, transport, log),
    mail_state_changes: () => mailStateChanges(services),
    test_forms: () => testForms(services),
    remember_translations: () => rememberTranslations(services),
    index_answers: () => indexOlderRequests(services, log),
    seal_open: async () => {
      if (!(await services.encryption.isWanted())) return
      await encryptPlainRequests(services)
      await encryptPlainMails(services)
      await encryptPlainDeliveries(services)
      await encryptPlainLinks(services)
      await encryptPlainNotes(services)
      await encryptPlainFollowUps(services)
    },
    sweep_attachments: async () => void (await sweepAttachments(services)),
    rescan_attachments: async (job: unknown, { addJob }: JobHelpers) => {
      const next = await rescanFurther(services, cursor.parse(job).after)
      if (next) await addJob('rescan_attachments', { after: next })
    },
    sweep_sessions: async () => {
      await sweepSessions(services)
      await sweepFollowUpSessions(services)
    },
    sweep_accounts: () => sweepAccounts(services),
    make_partitions: () => makePartitions(services.database.owner),
    erase_requests: async () => void (await eraseRetained(services)),
    key_survey_people: async () => void (await keySurveyPeople(services)),
    delete_old_logs: async () => void (await deleteOldLogs(services)),
    sweep_saved_drafts: () => sweepSavedDrafts(services),
    sweep_captchas: () => sweepCaptchas(services),
  }
  const options: RunnerOptions = {
    pollInterval: POLL_MS,
    noHandleSignals: true,
    // Completes jobs in batches, which saves round trips. With this option, the job runner exits and restarts if the
    // database becomes unavailable; otherwise an unhandled rejection would end the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    logger: new Logger(() => (level, message) => {
      if (level === 'error' || level === 'warning') log(message)
    }),
  }
  const stopping = new AbortController()
  const running = [
    keepRunning({ ...options, taskList: tracedTasks(others), concurrency: JOBS_AT_ONCE, crontab: CRONTAB }, services, stopping.signal, log),
    keepRunning({ ...options, taskList: tracedTasks(mails), concurrency: MAILS_AT_ONCE, parsedCronItems: [] }, services, stopping.signal, log),
  ]
  return {
    async stop() {
      stopping.abort()
      await Promise.all([...running, dispatcher.stop(), relay.stop()])
      transport?.close()
    },
  }
}

/** Wraps each task of the worker in a trace span. The span's parent is the request that queued the job. */
function tracedTasks(tasks: TaskList): TaskList {
  const wrapped = Object.entries(tasks).map(([name, task]) => {
    const run = (job: unknown, helpers: JobHelpers) =>
      inJobSpan(`job ${name}`, { attributes: { 'messaging.destination.name': name }, parent: begun.safeParse(job).data?.traceparent }, async () =>
        task?.(job, helpers),
      )
    return [name, run]
  })
  return Object.fromEntries(wrapped)
}

const RESTART_MS = 1_000

/**
 * Runs the job workers until they are stopped. While the database is unavailable, the workers exit and are started
 * again. Each run gets a new connection pool. With a shared pool, abandoned runners kept their connections until none
 * was free (seen in the reliability lab, the fault-injection tests, after ten kills).
 */
async function keepRunning(options: RunnerOptions, services: RequestServices, stopping: AbortSignal, log: (message: string) => void): Promise<void> {
  while (!stopping.aborted) {
    const queue = services.database.openQueue()
    try {
      const runner = await run({ ...options, pgPool: queue.pool })
      const heartbeat = startHeartbeat(services.database.owner, runner.events, log)
      const stop = () => void runner.stop().catch(() => {})
      stopping.addEventListener('abort', stop)
      if (stopping.aborted) stop()
      const hasHung = await waitForExit(runner).finally(() => {
        stopping.removeEventListener('abort', stop)
        return heartbeat.stop()
      })
      if (hasHung) log('the job runner hung and was replaced')
    } catch (error) {
      log(`the job runner ended, restarting it: ${error instanceof Error ? error.message : error}`)
    } finally {
      await queue.close()
    }
    if (!stopping.aborted) await sleep(RESTART_MS, undefined, { signal: stopping }).catch(() => {})
  }
}
