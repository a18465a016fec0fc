import type { CustomerConfiguration } from '@sportello/contract'
import { useCallback, useEffect, useState } from 'react'

// The captcha's code is a separate chunk, which only forms that may need a captcha load.
const loadCheck = () => import('./captcha-check.tsx').then((loaded) => loaded.default)
type CaptchaCheck = Awaited<ReturnType<typeof loadCheck>>

/** A captcha that the visitor has solved. */
export interface Solved {
  /** Solution of the captcha as text, sent as `captcha_resolved`. */
  value: string
  /** Time until which the captcha solution is valid, as Unix time in milliseconds. */
  until: number
}

/**
 * State of the form's captcha and its solution. `Check`, the captcha's component, is null until its code is loaded. If
 * the code could not be loaded (`failed`), `prepare` loads the code again.
 */
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
