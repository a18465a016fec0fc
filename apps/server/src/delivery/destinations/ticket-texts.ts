import { renderLine } from '../../requests/requests/rules.ts'
import type { TicketEvent } from './ticket-event.ts'

/** Renders the title of a ticket at its destination, which always contains the request's ticket code. */
export function titleOf(event: TicketEvent, template: string | undefined): string {
  const { ticket } = event.document.data
  const title = (template && rendered(template, event)) || event.notification.subject
  return title.includes(ticket) ? title.slice(0, 250) : `${title.slice(0, 225)} [${ticket}]`
}

/** Renders the attributes that the form's author set for the tickets of a destination. */
export function renderFields(event: TicketEvent, fields: Readonly<Record<string, string>> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, template]) => [name, rendered(template, event)]))
}

/** Renders a template of the form's author. Returns an empty text if it fails, so that the ticket is still delivered. */
function rendered(template: string, { variables, templates }: TicketEvent): string {
  try {
    return renderLine(template, variables, templates)
  } catch {
    return ''
  }
}
