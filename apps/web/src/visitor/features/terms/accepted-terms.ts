import { type TermsField, termsOf } from '@sportello/contract'
import { useMemo, useSyncExternalStore } from 'react'
import { useCustomer } from '../../use-customer.ts'
import { cookieOf, markOf, readMarks } from './terms-cookie.ts'

type Path = Parameters<typeof termsOf>[0]

interface AcceptedTerms {
  isAccepted: (field: TermsField) => boolean
  /** Returns the ids of the accepted terms among the given steps, in the format of a submission. */
  acceptedOn: (path: Path) => string[]
  accept: (field: TermsField) => void
}

const NONE: readonly string[] = []

/**
 * Hashes of the terms that the visitor has accepted in this visit or within the last month, keyed by customer. If the
 * browser forbids cookies, an acceptance lasts until the page is closed.
 */
const accepted = new Map<string, readonly string[]>()
const listeners = new Set<() => void>()

function listen(changed: () => void): () => void {
  listeners.add(changed)
  return () => void listeners.delete(changed)
}

function acceptedOf(customer: string): readonly string[] {
  const known = accepted.get(customer)
  if (known) return known
  const read = readMarks(document.cookie, customer)
  // The value of the server's page: with another empty list, React would render the whole page once more after its hydration.
  const marks = read.length === 0 ? NONE : read
  accepted.set(customer, marks)
  return marks
}

function accept(field: TermsField, customer: string): void {
  const mark = markOf(field)
  const kept = readMarks(document.cookie, customer).filter((each) => each !== mark)
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers that the product supports
  document.cookie = cookieOf([...kept, mark], customer)
  accepted.set(customer, [...acceptedOf(customer), mark])
  for (const changed of listeners) changed()
}

/** Returns the terms that the visitor has accepted. The server renders the same page for all visitors, without any. */
export function useAcceptedTerms(): AcceptedTerms {
  const customer = useCustomer().config.form_code
  const marks = useSyncExternalStore(
    listen,
    () => acceptedOf(customer),
    () => NONE,
  )
  return useMemo<AcceptedTerms>(() => {
    const isAccepted = (field: TermsField) => marks.includes(markOf(field))
    const acceptedOn = (path: Path) => termsOf(path).flatMap((field) => (field.id !== undefined && !field.hidden && isAccepted(field) ? [field.id] : []))
    return { isAccepted, acceptedOn, accept: (field) => accept(field, customer) }
  }, [marks, customer])
}
