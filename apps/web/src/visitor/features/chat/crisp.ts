import type { ChatData } from '@sportello/contract'
import type { LiveChat } from './live-chat.ts'

/** https://docs.crisp.chat/guides/chatbox-sdks/web-sdk/dollar-crisp/ */
interface Crisp {
  push: (...commands: unknown[][]) => unknown
}

declare global {
  interface Window {
    $crisp?: Crisp
    CRISP_WEBSITE_ID?: string
    CRISP_TOKEN_ID?: string | null
    CRISP_RUNTIME_CONFIG?: { locale: string }
  }
}

/** The box must open within it, or the visitor is told that it does not. */
const OPENS_WITHIN_MS = 15_000
const MOBILE_CHANNEL = 'ISCRITTO_MOBILE'

/** How those who answer see where a visitor comes from (visitor specification, section 4: the mobile channel's label is another one). */
const originLabel = ({ codice_canale }: ChatData): string => (codice_canale === MOBILE_CHANNEL ? 'App iscritti' : 'Portale web')

/** What CRISP is told of the visitor and of the form (visitor specification, section 7). */
export function crispCommands({ fondo, claims_url, align }: LiveChat, data: ChatData): unknown[][] {
  const { email, telefono, nome, cognome, cod_fiscale } = data
  const nickname = [nome, cognome].filter(Boolean).join(' ')
  const label = originLabel(data)
  const session = Object.entries({ nome, cognome, cod_fiscale, origine: label, fondo, gestione_pratiche: claims_url }).filter(([, value]) => value)
  return [
    ['config', 'position:reverse', [align === 'LEFT']],
    ...(email ? [['set', 'user:email', [email]]] : []),
    ...(telefono ? [['set', 'user:phone', [telefono]]] : []),
    ...(nickname ? [['set', 'user:nickname', [nickname]]] : []),
    ['set', 'session:data', [session]],
    ['set', 'session:segments', [[fondo, label]]],
  ]
}

interface Watch {
  onClosed: () => void
  onMessage: () => void
}

/** Loads CRISP's script, once a page, and opens its box. @throws when it does not open. */
export function startCrisp(customer: string, chat: LiveChat, data: ChatData, language: string, watch: Watch): Promise<void> {
  // What a failed try left behind would be said twice.
  const queue: unknown[][] = []
  window.$crisp = queue
  window.CRISP_WEBSITE_ID = chat.chatId ?? ''
  window.CRISP_TOKEN_ID = chat.person
  window.CRISP_RUNTIME_CONFIG = { locale: language }
  if (isSomebodyElse(customer, chat.person)) queue.push(['do', 'session:reset'])
  queue.push(...crispCommands(chat, data), ['on', 'chat:closed', watch.onClosed], ['on', 'message:received', watch.onMessage])
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    const fail = () => {
      script.remove()
      reject(new Error('no CRISP'))
    }
    const timer = setTimeout(fail, OPENS_WITHIN_MS)
    queue.push(
      [
        'on',
        'chat:opened',
        () => {
          clearTimeout(timer)
          resolve()
        },
      ],
      ['do', 'chat:show'],
      ['do', 'chat:open'],
    )
    script.src = `${chat.site}/l.js`
    script.async = true
    script.onerror = fail
    document.head.append(script)
  })
}

/** The box, and with it CRISP's own button, which ours stands for while it is closed. */
export function showCrisp(): void {
  for (const what of ['chat:show', 'chat:open']) window.$crisp?.push(['do', what])
}

export function hideCrisp(): void {
  window.$crisp?.push(['do', 'chat:hide'])
}

/** Whether the browser's last conversation was another person's: on a computer which people share nobody reads another's. */
function isSomebodyElse(customer: string, person: string | null): boolean {
  const key = `chat_person_${customer}`
  try {
    const before = localStorage.getItem(key)
    localStorage.setItem(key, person ?? '')
    return before !== null && before !== (person ?? '')
  } catch {
    return false
  }
}
