import { useEffect, useRef, useState } from 'react'
import { useWords } from '../../../shared/phrase.tsx'
import { useAskUntilReached, useConnection } from './use-connection.ts'

/** Time in milliseconds for which the page reports that the connection is working again. */
const BACK_MS = 4_000

/**
 * Notice that the connection is lost, and later that it works again. The notice covers a part of the page, so that the
 * content does not move.
 */
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
