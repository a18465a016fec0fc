import type { ListedDefinition, MadePreview, PreviewAnswer, PreviewOptions } from '@sportello/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { CallError } from '../../../shared/call-error.ts'
import { manage } from '../../call.ts'

/**
 * The previews that were created since the dashboard was loaded, keyed by definition. A preview that is opened again
 * keeps its options.
 */
const made = new Map<string, { code: string; answer: PreviewAnswer; options: PreviewOptions }>()

/**
 * Promise chain that runs the changes of all previews one after the other. This way the last change wins, and each
 * preview is created only once.
 */
let changes: Promise<unknown> = Promise.resolve()

/** Creates the preview of a definition with the given options, or changes the options of the existing preview. */
async function put(definition: string, options: PreviewOptions): Promise<{ code: string; answer: PreviewAnswer }> {
  const path = `/definitions/${encodeURIComponent(definition)}/previews`
  const known = made.get(definition)
  if (known && Date.parse(known.answer.expires_at) > Date.now()) {
    try {
      const answer = same(known.options, options) ? known.answer : await manage<PreviewAnswer>('PUT', `${path}/${known.answer.id}`, { body: options })
      made.set(definition, { ...known, answer, options })
      return { code: known.code, answer }
    } catch (error) {
      // The server has deleted the preview, because the operator has opened ten newer previews.
      if (!(error instanceof CallError) || error.status !== 404) throw error
    }
  }
  const { code, ...answer } = await manage<MadePreview>('POST', path, { body: options })
  made.set(definition, { code, answer, options })
  return { code, answer }
}

const same = (one: PreviewOptions, other: PreviewOptions) => JSON.stringify(one) === JSON.stringify(other)

interface Preview {
  /** The current preview; null until the server has created it. */
  shown: { code: string; answer: PreviewAnswer; options: PreviewOptions } | null
  options: PreviewOptions | null
  error: Error | null
  change: (change: Partial<PreviewOptions>) => void
}

/**
 * Creates the preview of a definition's draft. Returns it with a function that changes its options. At first the
 * preview
 * uses the logo and colours of the first form that uses the definition.
 */
export function usePreview(definition: string): Preview {
  const listed = useQuery({ queryKey: ['definitions'], queryFn: ({ signal }) => manage<ListedDefinition[]>('GET', '/definitions', { signal }) })
  const [options, setOptions] = useState<PreviewOptions | null>(made.get(definition)?.options ?? null)
  const [shown, setShown] = useState<Preview['shown']>(null)
  const [error, setError] = useState<Error | null>(null)
  const form = listed.data && (listed.data.find(({ code_tag }) => code_tag === definition)?.forms[0] ?? null)
  useEffect(() => {
    if (form !== undefined) setOptions((now) => now ?? { form, mode: null, known: {}, today: null, language: null })
  }, [form])
  useEffect(() => {
    if (!options) return
    let isLast = true
    changes = changes
      .catch(() => {})
      .then(() => (isLast ? put(definition, options) : undefined))
      .then(
        (answer) => {
          if (!answer || !isLast) return
          setError(null)
          setShown({ ...answer, options })
        },
        (failure: unknown) => isLast && failure instanceof Error && setError(failure),
      )
    return () => {
      isLast = false
    }
  }, [definition, options])
  return { shown, options, error: error ?? listed.error, change: (change) => setOptions((now) => now && { ...now, ...change }) }
}
