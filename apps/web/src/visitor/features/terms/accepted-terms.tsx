import { type TermsField, termsOf } from '@sportello/contract'
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react'
import { cookieOf, markOf, readMarks } from './terms-cookie.ts'

type Path = Parameters<typeof termsOf>[0]

interface AcceptedTerms {
  isAccepted: (field: TermsField) => boolean
  /** Returns the ids of the accepted terms among the given steps, in the format of a submission. */
  acceptedOn: (path: Path) => string[]
  accept: (field: TermsField) => void
}

const AcceptedTermsContext = createContext<AcceptedTerms | null>(null)

export function useAcceptedTerms(): AcceptedTerms {
  const terms = use(AcceptedTermsContext)
  if (!terms) throw new Error('no accepted terms are provided here')
  return terms
}

/** Provides the list of the terms that the visitor has accepted in this visit or within the last month. */
export function AcceptedTermsProvider({ customer, children }: { customer: string; children: ReactNode }) {
  const [marks, setMarks] = useState<readonly string[]>([])

  // The cookie with the accepted terms is read in an effect, because the server renders the same page for all visitors.
  useEffect(() => {
    const kept = readMarks(document.cookie, customer)
    if (kept.length > 0) setMarks((now) => [...kept, ...now])
  }, [customer])

  const accept = useCallback(
    (field: TermsField) => {
      const mark = markOf(field)
      const kept = readMarks(document.cookie, customer).filter((each) => each !== mark)
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers that the product supports
      document.cookie = cookieOf([...kept, mark], customer)
      // Keeps the acceptance in memory too: if the browser forbids cookies, it lasts until the page is closed.
      setMarks((now) => [...now, mark])
    },
    [customer],
  )
  const terms = useMemo<AcceptedTerms>(() => {
    const isAccepted = (field: TermsField) => marks.includes(markOf(field))
    const acceptedOn = (path: Path) => termsOf(path).flatMap((field) => (field.id !== undefined && !field.hidden && isAccepted(field) ? [field.id] : []))
    return { isAccepted, acceptedOn, accept }
  }, [marks, accept])
  return <AcceptedTermsContext value={terms}>{children}</AcceptedTermsContext>
}
