import type { ChatData } from '@sportello/contract'
import type { LiveChat } from './live-chat.ts'

/** The methods of CRISP's API that the page uses: https://docs.crisp.chat/guides/chatbox-sdks/web-sdk/dollar-crisp/ */
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

/** Timeout in milliseconds for opening CRISP's chat box. After that the page shows an error. */
const OPENS_WITHIN_MS = 15_000
const MOBILE_CHANNEL = 'ISCRITTO_MOBILE'

/**
 * Returns the label that shows chat operators where the visitor comes from (visitor specification, section 4: the
 * mobile channel has its own label).
 */
const originLabel = ({ codice_canale }: ChatData): string => (codice_canale === MOBILE_CHANNEL ? 'App iscritti' : 'Portale web')

/** Returns the commands that pass data about the visitor and the form to CRISP (visitor specification, section 7). */
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

/**
 * Loads CRISP's script once per page and opens CRISP's chat box.
 * @throws if the chat box does not open
 */
export function startCrisp(customer: string, chat: LiveChat, data: ChatData, language: string, watch: Watch): Promise<void> {
  // Creates a new command queue for each attempt, because CRISP would otherwise run the commands of a failed attempt
  // again.
  const queue: unknown[][] = []
  window.$crisp = queue
  window.CRISP_WEBSITE_ID = chat.chatId ?? ''
  window.CRISP_TOKEN_ID = chat.person
  window.CRISP_RUNTIME_CONFIG = { locale: language }
  if (isOtherPerson(customer, chat.person)) queue.push(['do', 'session:reset'])
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

/**
 * Shows CRISP's chat box together with CRISP's own button. While the chat box is closed, the page shows its own chat
 * button instead.
 */
export function showCrisp(): void {
  for (const what of ['chat:show', 'chat:open']) window.$crisp?.push(['do', what])
}

export function hideCrisp(): void {
  window.$crisp?.push(['do', 'chat:hide'])
}

/**
 * Returns true if the last chat in this browser was with a different person. The next user of a shared computer must
 * not see that chat.
 */
function isOtherPerson(customer: string, person: string | null): boolean {
  const key = `chat_person_${customer}`
  try {
    const before = localStorage.getItem(key)
    localStorage.setItem(key, person ?? '')
    return before !== null && before !== (person ?? '')
  } catch {
    return false
  }
}
