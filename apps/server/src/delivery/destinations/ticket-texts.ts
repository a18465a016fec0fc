import { renderLine } from '../../requests/requests/rules.ts'
import { parsed } from './attempt.ts'
import type { TicketEvent } from './ticket-event.ts'

/** Renders the title of a ticket at its destination, which always contains the request's ticket code. */
export function titleOf(event: TicketEvent, template: string | undefined): string {
  const { ticket } = event.document.data
  const title = (template && rendered(template, event)) || event.notification.subject
  return title.includes(ticket) ? title.slice(0, 250) : `${title.slice(0, 225)} [${ticket}]`
}

type Fields = Readonly<Record<string, string>>

/** Renders the attributes that the form's author set for the tickets of a destination. */
export function renderFields(event: TicketEvent, fields: Fields = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, template]) => [name, rendered(template, event)]))
}

/**
 * Renders the attributes for a system in which an attribute may be a list or an object. A template that is JSON stands for
 * its structure, and each text in it is a template. Answers can change the texts, but never the structure.
 */
export function renderStructuredFields(event: TicketEvent, fields: Fields = {}): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, template]) => [name, renderedAll(structureOf(template), event)]))
}

function structureOf(template: string): unknown {
  const value = /^\s*[[{]/.test(template) ? parsed(template) : undefined
  return typeof value === 'object' && value !== null ? value : template
}

function renderedAll(value: unknown, event: TicketEvent): unknown {
  if (typeof value === 'string') return rendered(value, event)
  if (Array.isArray(value)) return value.map((each) => renderedAll(each, event))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, renderedAll(each, event)]))
}

/** Returns the reason why a template of the form's author fails; null if it does not. */
export function failureOf(template: string, { variables, templates }: TicketEvent): string | null {
  try {
    renderLine(template, variables, templates)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Renders a template of the form's author. Returns an empty text if it fails, so that the ticket is still delivered. */
function rendered(template: string, { variables, templates }: TicketEvent): string {
  try {
    return renderLine(template, variables, templates)
  } catch {
    return ''
  }
}
