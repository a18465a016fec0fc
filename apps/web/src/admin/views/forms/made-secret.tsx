import { useState } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { useWords } from '../../words.tsx'

interface MadeSecretProps {
  /** Label of the secret's field. */
  label?: string
  make: () => string
  /** Value of the secret's field. */
  value: unknown
  onMake: (secret: string) => void
}

/** Button that makes a secret and shows it once, so that the operator can copy it into the other system. */
export function MadeSecret({ label, make, value, onMake }: MadeSecretProps) {
  const { t } = useWords()
  const [made, setMade] = useState<string | null>(null)
  function begin(): void {
    const next = make()
    setMade(next)
    onMake(next)
  }
  return (
    <div className="destination-secret">
      <div>
        <Button {...(label && { 'aria-label': `${t('destination_secret_make')}: ${label}` })} onClick={begin}>
          {t('destination_secret_make')}
        </Button>
      </div>
      <div role="status">
        {made !== null && made === value && (
          <p className="hint">
            {t('destination_secret_made')} <code className="code">{made}</code>
          </p>
        )}
      </div>
    </div>
  )
}
