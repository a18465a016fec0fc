import { useEffect, useRef, useState } from 'react'
import { useWords } from '../../../shared/phrase.tsx'
import { useAskUntilReached, useConnection } from './use-connection.ts'

/** How long the good news stands. */
const BACK_MS = 4_000

/** Says that there is no connection for as long as there is none, over the page so that nothing moves, and that it is back. */
export function ConnectionNotice() {
  const { t } = useWords()
  const up = useConnection()
  const wasDown = useRef(false)
  const [back, setBack] = useState(false)
  useAskUntilReached(up)

  useEffect(() => {
    setBack(up && wasDown.current)
    wasDown.current = !up
    if (!up) return
    const timer = setTimeout(() => setBack(false), BACK_MS)
    return () => clearTimeout(timer)
  }, [up])

  const text = !up ? t('senza_connessione') : back ? t('connessione_tornata') : ''
  return (
    <div className={up ? 'connection connection-up' : 'connection'} role="status">
      {text && <p>{text}</p>}
    </div>
  )
}
