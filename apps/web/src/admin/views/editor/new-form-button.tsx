import type { ListedDefinition } from '@sportello/contract'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { usePermissions } from '../../account.ts'
import { places } from '../../address.ts'
import { manage } from '../../call.ts'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { useWords } from '../../words.tsx'

const NewDefinitionModal = lazyDialog(() => import('./new-definition-modal.tsx'))

/**
 * Button that opens the modal for a new definition. The new definition is then opened in the editor. Only operators who
 * may
 * create definitions see the button.
 */
export function NewFormButton() {
  const { t } = useWords()
  const may = usePermissions()
  const navigate = useNavigate()
  const [isOpen, setIsOpen] = useState(false)
  const definitions = useQuery({
    queryKey: ['definitions'],
    queryFn: ({ signal }) => manage<ListedDefinition[]>('GET', '/definitions', { signal }),
    enabled: isOpen,
  })
  if (!may.create) return null
  return (
    <>
      <Button weight="primary" disabled={isOpen && definitions.isPending} onClick={() => setIsOpen(true)}>
        {t('form_new')}
      </Button>
      {isOpen && definitions.data && (
        <NewDefinitionModal
          definitions={definitions.data}
          onOpen={(code) => void navigate({ to: places.management, search: ({ customer }) => ({ view: 'definitions', definition: code, customer }) })}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}
