import { hasSameCodes, inlineParts, nameOfText, type TranslatedText } from '@sportello/editing'
import { z } from 'zod'
import { apiError } from '../../platform/http/api-error.ts'
import { OutboundError } from '../../platform/http/outbound/outbound.ts'
import type { RequestServices } from '../../requests/requests/services.ts'

/** Time for an answer of the service. It translates a page of text on a processor in some seconds. */
const TIMEOUT_MS = 60_000
/** Maximum number of characters that one call sends. Texts beyond it are left out, and can be asked for again. */
const MAX_CHARACTERS = 50_000

const answer = z.object({ translatedText: z.array(z.string()) })

/**
 * Has texts translated by the deployment's translation service (LibreTranslate's `POST /translate`). All texts are sent
 * as HTML, in which variables and the tags of authors are elements that the service does not translate.
 * @returns the translations that have the tags and variables of their originals, by the names of the texts
 * @throws ApiError forms_integrations0003 if the service fails, forms_integrations0004 if it does not answer in time
 */
export async function translatedByMachine(
  { outbound, config: { translateService: service } }: Pick<RequestServices, 'outbound' | 'config'>,
  texts: readonly TranslatedText[],
  { source, target }: { source: string; target: string },
): Promise<{ name: string; target: string }[]> {
  if (!service) throw apiError('forms_integrations0003')
  let characters = 0
  const sent = texts.filter(({ source: text }) => {
    characters += text.length
    return characters <= MAX_CHARACTERS
  })
  if (sent.length === 0) return []
  const body = JSON.stringify({
    q: sent.map(({ source: text, isHtml }) => guarded(text, isHtml)),
    source,
    target,
    format: 'html',
    ...(service.key !== undefined && { api_key: service.key }),
  })
  const url = new URL('translate', service.url.endsWith('/') ? service.url : `${service.url}/`)
  const reply = await outbound
    .ask({ url, method: 'POST', headers: { 'content-type': 'application/json' }, body, timeoutMs: TIMEOUT_MS, reach: 'any', whole: true })
    .catch((error: unknown) => {
      if (!(error instanceof OutboundError)) throw error
      throw apiError(error.reason === 'timeout' ? 'forms_integrations0004' : 'forms_integrations0003')
    })
  const translations = parsed(reply.text)
  if (reply.status !== 200 || translations?.length !== sent.length) throw apiError('forms_integrations0003')
  return sent.flatMap((text, at) => {
    const written = restored(translations[at] ?? '', text)
    return written.trim() !== '' && hasSameCodes(text.source, written, text.isHtml) ? [{ name: nameOfText(text), target: written }] : []
  })
}

function parsed(text: string): string[] | undefined {
  try {
    const read = answer.safeParse(JSON.parse(text))
    return read.success ? read.data.translatedText : undefined
  } catch {
    return undefined
  }
}

/** Replaces the variables of a text, and escapes words that are not HTML, so that the service keeps all of them. */
function guarded(text: string, isHtml: boolean): string {
  let count = 0
  return inlineParts(text, isHtml)
    .map(({ kind, text: part }) => {
      if (kind === 'words') return isHtml ? part : part.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
      if (part.startsWith('<')) return part
      count += 1
      return `<span translate="no" id="v${count}">${count}</span>`
    })
    .join('')
}

/** Matches what `guarded` puts in the place of a variable. */
const GUARD = /<span translate="no" id="v(\d+)">.*?<\/span>/g

function restored(translation: string, { source, isHtml }: Pick<TranslatedText, 'source' | 'isHtml'>): string {
  const variables = inlineParts(source, isHtml).flatMap(({ kind, text }) => (kind === 'code' && !text.startsWith('<') ? [text] : []))
  const words = isHtml ? translation : translation.replace(/<(?!span translate="no"|\/span>)[^>]*>/g, '')
  const plain = words.replace(GUARD, (_all, place: string) => variables[Number(place) - 1] ?? '')
  return isHtml ? plain : plain.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&')
}
