import { z } from 'zod'
import { endpoint, MANAGEMENT_ERRORS } from '../define-endpoint.ts'
import { deskMessage } from '../follow-up/follow-up.ts'
import { shownRequest } from './requests.ts'

const none = z.object({})
const byTicket = z.object({ ticket: z.string().regex(/^[\w.-]{1,64}$/) })

export const askRequester = endpoint({
  method: 'POST',
  path: '/managements/requests/{ticket}/messages',
  summary:
    'Ask the requester something, or for corrections of answers or for files: the requester gets a mail with a link; a repeated call with the same id asks once',
  params: byTicket,
  query: none,
  body: deskMessage,
  status: 201,
  answer: shownRequest,
  errors: [...MANAGEMENT_ERRORS, 'forms0017', 'forms0044', 'forms_mgmt0004', 'http_not_found'],
  role: 'operator',
  desk: 'agent',
})

export const markMessagesRead = endpoint({
  method: 'PUT',
  path: '/managements/requests/{ticket}/messages/read',
  summary: 'Mark the messages of the requester as read',
  params: byTicket,
  query: none,
  status: 200,
  answer: z.object({ read: z.number() }),
  errors: [...MANAGEMENT_ERRORS, 'http_not_found'],
  role: 'operator',
  desk: 'agent',
})
