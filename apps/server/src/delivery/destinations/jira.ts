import type { DestinationOf } from '@sportello/contract'
import { plainTextOf } from '../mail/rules.ts'
import { sendFiles } from './attached-files.ts'
import { attempt, isRecord, namesNoTicket, opened, type Send, textOf, urlBelow } from './attempt.ts'
import { type AttachedFile, type Connector, type Handover, tried } from './connector.ts'
import { multipart } from './multipart.ts'
import { renderStructuredFields, titleOf } from './ticket-texts.ts'

type Settings = DestinationOf<'jira'>

/**
 * Opens requests in Jira Service Management through its REST API (developer.atlassian.com, “Jira Service Management”,
 * Cloud and Data Center). The account needs the permissions to create requests and attachments in the service desk.
 */
export const jira: Connector<'jira'> = {
  body(event, { service_desk, request_type, title, fields }) {
    const texts = { summary: titleOf(event, title), description: plainTextOf(event.notification.html) }
    return Buffer.from(
      JSON.stringify({
        serviceDeskId: String(service_desk),
        requestTypeId: String(request_type),
        requestFieldValues: { ...renderStructuredFields(event, fields), ...texts },
      }),
    )
  },
  deliver: (outbound, destination, handover) =>
    attempt(outbound, async (send) => {
      const there = handover.tried ? await findRequest(send, destination, handover.ticket) : undefined
      const attached = there ? await attachedNames(send, destination, there.number) : []
      const files = (await handover.files()).filter(({ name }) => !attached.includes(name))
      const { ids, leftOut } = await uploadFiles(send, destination, files, handover.attempts)
      const request = there ?? (await createRequest(send, destination, handover.body))
      if (ids.length > 0) await attach(send, destination, request.number, ids)
      return opened({ ...request, wasThere: there !== undefined, leftOut })
    }),
  probe: (outbound, destination) =>
    tried(outbound, { ...callOf(destination, `servicedesk/${destination.service_desk}/requesttype/${destination.request_type}`), method: 'GET' }),
}

const SEARCH_TIMEOUT_MS = 5_000

/** A request of Jira Service Management: the status of the response that contained it, its key and its page. */
interface Found {
  status: number
  number: string
  page: string | undefined
}

/** Searches the account's requests for one with the ticket code in its summary. Jira's index may have a delay. */
async function findRequest(send: Send, destination: Settings, ticket: string): Promise<Found | undefined> {
  const { url, headers } = callOf(destination, 'request')
  for (const [key, value] of Object.entries({ searchTerm: ticket, serviceDeskId: String(destination.service_desk), requestStatus: 'ALL_REQUESTS' }))
    url.searchParams.set(key, value)
  const answer = await send({ url, headers, method: 'GET', timeoutMs: SEARCH_TIMEOUT_MS, purpose: 'while looking for the ticket' })
  const requests = valuesIn(answer.value)
  if (!requests) throw namesNoTicket(answer)
  const own = requests.find(
    (each) => Array.isArray(each.requestFieldValues) && each.requestFieldValues.some((field) => isRecord(field) && isSummaryOf(field, ticket)),
  )
  return own && requestIn(answer.status, own)
}

const isSummaryOf = ({ fieldId, value }: Record<string, unknown>, ticket: string) => fieldId === 'summary' && String(value).includes(ticket)

async function createRequest(send: Send, destination: Settings, body: Handover['body']): Promise<Found> {
  const answer = await send({ ...callOf(destination, 'request'), method: 'POST', body })
  const created = isRecord(answer.value) ? requestIn(answer.status, answer.value) : undefined
  if (!created) throw namesNoTicket(answer)
  return created
}

function requestIn(status: number, { issueKey, _links: links }: Record<string, unknown>): Found | undefined {
  const number = textOf(issueKey)
  return number === undefined ? undefined : { status, number, page: isRecord(links) ? textOf(links.web) : undefined }
}

/** Returns the names of the files that an earlier attempt has attached to a request. */
async function attachedNames(send: Send, destination: Settings, key: string): Promise<string[]> {
  const { url, headers } = callOf(destination, `request/${encodeURIComponent(key)}/attachment`)
  url.searchParams.set('limit', '100')
  const answer = await send({ url, headers, method: 'GET', timeoutMs: SEARCH_TIMEOUT_MS, purpose: 'while looking for the attachments' })
  return (valuesIn(answer.value) ?? []).map(({ filename }) => String(filename))
}

/** Uploads files to the service desk, which keeps them until a request refers to them. @returns their temporary ids */
async function uploadFiles(send: Send, destination: Settings, files: readonly AttachedFile[], attempts: number) {
  const ids: string[] = []
  const leftOut = await sendFiles(files, attempts, async (file, content) => {
    const { url, headers } = callOf(destination, `servicedesk/${destination.service_desk}/attachTemporaryFile`)
    const { headers: own, body } = multipart('file', file, content)
    const answer = await send({
      url,
      // Jira rejects uploads without the first header as forged by another web page. The second one accepts that Jira
      // Cloud calls this endpoint experimental.
      headers: { ...headers, 'x-atlassian-token': 'no-check', 'x-experimentalapi': 'opt-in', ...own },
      method: 'POST',
      body,
      purpose: 'while sending an attachment',
      isFirst: true,
    })
    const uploads = isRecord(answer.value) && Array.isArray(answer.value.temporaryAttachments) ? answer.value.temporaryAttachments : []
    const id = isRecord(uploads[0]) ? textOf(uploads[0].temporaryAttachmentId) : undefined
    if (id === undefined) throw namesNoTicket(answer)
    ids.push(id)
  })
  return { ids, leftOut }
}

async function attach(send: Send, destination: Settings, key: string, ids: readonly string[]): Promise<void> {
  const call = callOf(destination, `request/${encodeURIComponent(key)}/attachment`)
  await send({ ...call, method: 'POST', body: JSON.stringify({ temporaryAttachmentIds: ids, public: true }), purpose: 'while attaching the files' })
}

/** Returns the items of a page of results; undefined if the response is not such a page. */
function valuesIn(page: unknown): Record<string, unknown>[] | undefined {
  return isRecord(page) && Array.isArray(page.values) ? page.values.filter(isRecord) : undefined
}

function callOf({ url, token = '', account }: Settings, path: string) {
  const authorization = account ? `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}` : `Bearer ${token}`
  return { url: urlBelow(url, `rest/servicedeskapi/${path}`), headers: { authorization, 'content-type': 'application/json', accept: 'application/json' } }
}
