import { createContext, type ReactNode, use, useCallback, useEffect, useState } from 'react'

const SHOWN_MS = 6_000
const SayContext = createContext<(text: string) => void>(() => {})

/** Says what was done, to eyes and ears, for a while: `const say = useSay()`, `say(t('saved'))`. */
export const useSay = () => use(SayContext)

export function ToastProvider({ children }: { children: ReactNode }) {
  const [said, setSaid] = useState<{ text: string; id: number } | null>(null)
  const say = useCallback((text: string) => setSaid((before) => ({ text, id: (before?.id ?? 0) + 1 })), [])
  useEffect(() => {
    if (!said) return
    const timer = setTimeout(() => setSaid(null), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [said])
  return (
    <SayContext value={say}>
      {children}
      <div className="toasts" role="status">
        {said && (
          <p key={said.id} className="toast">
            {said.text}
          </p>
        )}
      </div>
    </SayContext>
  )
}
