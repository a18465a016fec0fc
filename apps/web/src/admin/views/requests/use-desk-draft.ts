import type { Desk, DeskChange, ShownRequest } from '@sportello/contract'
import { useState } from 'react'

/** What an operator has changed and not saved, and the request as it was at the first change. */
interface Draft {
  base: Desk & { version: string }
  change: DeskChange
  /** A label that the operator has typed. */
  label: string
}

/** Changes that the operator has begun, by ticket: another request may be looked at before one is saved. */
const begun = new Map<string, Draft>()

const PARTS = ['state', 'assignee', 'due_on', 'labels'] as const

/**
 * Keeps the changes of a request that the operator has not saved. If somebody else changes other parts meanwhile, both changes
 * are kept; if the same parts, `overlap` names them, and saving reports the conflict.
 */
export function useDeskDraft({ ticket, desk }: ShownRequest) {
  const [draft, keep] = useState<Draft | null>(begun.get(ticket) ?? null)
  function setDraft(next: Draft | null): void {
    keep(next)
    if (next) begun.set(ticket, next)
    else begun.delete(ticket)
  }
  const touch = (change: DeskChange, label = draft?.label ?? '') => setDraft({ base: draft?.base ?? desk, change: { ...draft?.change, ...change }, label })
  const overlap = draft
    ? PARTS.filter((part) => draft.change[part] !== undefined && !isEqual(draft.base[part], desk[part]) && !isEqual(draft.change[part], desk[part]))
    : []
  return { draft, setDraft, touch, overlap, version: draft && overlap.length > 0 ? draft.base.version : desk.version }
}

const isEqual = (one: unknown, other: unknown) => JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))
const sorted = (value: unknown) => (Array.isArray(value) ? value.toSorted() : value)
