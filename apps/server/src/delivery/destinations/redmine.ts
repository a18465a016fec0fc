import type { DestinationOf } from '@sportello/contract'
import { plainTextOf } from '../mail/rules.ts'
import { sendFiles } from './attached-files.ts'
import { attempt, isRecord, namesNoTicket, opened, type Send, textOf, urlBelow } from './attempt.ts'
import { type Connector, type Handover, tried } from './connector.ts'
import { renderFields, titleOf } from './ticket-texts.ts'

type Settings = DestinationOf<'redmine'>

/**
 * Opens issues in Redmine through its REST API (redmine.org, “Rest Issues” and “Attaching files”). The account of the
 * API key needs the permissions to view and add issues in the project.
 */
export const redmine: Connector<'redmine'> = {
  body(event, { project, tracker, title, fields }) {
    const attributes = Object.entries(renderFields(event, fields))
    const isCustom = ([name]: [string, string]) => /^cf_\d+$/.test(name)
    return Buffer.from(
      JSON.stringify({
        issue: {
          ...Object.fromEntries(attributes.filter((each) => !isCustom(each))),
          custom_fields: attributes.filter(isCustom).map(([name, value]) => ({ id: Number(name.slice('cf_'.length)), value })),
          project_id: project,
          ...(tracker !== undefined && { tracker_id: Number(tracker) }),
          subject: titleOf(event, title),
          description: plainTextOf(event.notification.html),
        },
      }),
    )
  },
  deliver: (outbound, destination, handover) =>
    attempt(outbound, async (send) => {
      const page = (id: string) => urlBelow(destination.url, `issues/${id}`).href
      const there = handover.tried ? await findIssue(send, destination, handover.ticket) : undefined
      if (there) return opened({ ...there, page: page(there.number), wasThere: true })
      const uploads: object[] = []
      const leftOut = await uploadFiles(send, destination, handover, uploads)
      const { issue } = JSON.parse(handover.body.toString())
      const answer = await send({ ...callOf(destination, 'issues.json'), method: 'POST', body: JSON.stringify({ issue: { ...issue, uploads } }) })
      const id = isRecord(answer.value) && isRecord(answer.value.issue) ? textOf(answer.value.issue.id) : undefined
      if (id === undefined) throw namesNoTicket(answer)
      return opened({ status: answer.status, number: id, page: page(id), leftOut })
    }),
  // Not `users/current.json`, because its response contains the API key, and operators see the response.
  probe: (outbound, destination) => tried(outbound, { ...callOf(destination, `projects/${encodeURIComponent(destination.project)}.json`), method: 'GET' }),
}

const SEARCH_TIMEOUT_MS = 6_000

/** Searches all projects for an issue with the ticket code in its subject. Redmine's database has no delay. */
async function findIssue(send: Send, destination: Settings, ticket: string): Promise<{ status: number; number: string } | undefined> {
  const { url, headers } = callOf(destination, 'issues.json')
  for (const [key, value] of Object.entries({ subject: `~${ticket}`, status_id: '*', limit: '10' })) url.searchParams.set(key, value)
  const answer = await send({ url, headers, method: 'GET', timeoutMs: SEARCH_TIMEOUT_MS, purpose: 'while looking for the ticket' })
  const issues = isRecord(answer.value) ? answer.value.issues : undefined
  if (!Array.isArray(issues)) throw namesNoTicket(answer)
  const own = issues.find((each) => isRecord(each) && String(each.subject).includes(ticket))
  return own && { status: answer.status, number: String(own.id) }
}

/** Uploads the attachments, and adds the tokens with which the new issue refers to them to `uploads`. */
async function uploadFiles(send: Send, destination: Settings, { files, attempts }: Handover, uploads: object[]): Promise<string[]> {
  return sendFiles(await files(), attempts, async (file, content) => {
    const { url, headers } = callOf(destination, 'uploads.json')
    url.searchParams.set('filename', file.name)
    const answer = await send({
      url,
      headers: { ...headers, 'content-type': 'application/octet-stream', 'content-length': String(content.size) },
      method: 'POST',
      body: content.read(),
      purpose: 'while sending an attachment',
      isFirst: true,
    })
    const token = isRecord(answer.value) && isRecord(answer.value.upload) ? textOf(answer.value.upload.token) : undefined
    if (token === undefined) throw namesNoTicket(answer)
    uploads.push({ token, filename: file.name, content_type: file.mediaType })
  })
}

function callOf({ url, token }: Settings, path: string) {
  return {
    url: urlBelow(url, path),
    headers: { 'x-redmine-api-key': token ?? '', 'content-type': 'application/json', accept: 'application/json' },
  }
}
