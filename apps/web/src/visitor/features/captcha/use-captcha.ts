import type { CustomerConfiguration } from '@sportello/contract'
import { useCallback, useEffect, useState } from 'react'

// Fetched where the form may ask for it, not with the first view.
const loadCheck = () => import('./captcha-check.tsx').then((loaded) => loaded.default)
type CaptchaCheck = Awaited<ReturnType<typeof loadCheck>>

/** A captcha that the visitor has solved. */
export interface Solved {
  /** What travels as `captcha_resolved`. */
  value: string
  /** Until when it is surely good, in milliseconds since 1970. */
  until: number
}

/** The form's captcha, and its solution once there is one. `Check` is null until its chunk has arrived; where that `failed`, `prepare` asks for it again. */
export function useCaptcha({ captcha }: Pick<CustomerConfiguration, 'captcha'>) {
  const [Check, setCheck] = useState<CaptchaCheck | null>(null)
  const [failed, setFailed] = useState(false)
  const [solved, setSolved] = useState<Solved | null>(null)
  const needed = captcha !== null
  const prepare = useCallback(() => {
    if (!needed) return
    setFailed(false)
    loadCheck()
      .then((check) => setCheck(() => check))
      .catch(() => setFailed(true))
  }, [needed])
  useEffect(prepare, [prepare])
  return { captcha, Check, failed, solved, setSolved, prepare }
}

export type Captcha = ReturnType<typeof useCaptcha>
