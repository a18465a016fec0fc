import type { Found } from '@sportello/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Autocomplete } from 'react-aria-components/Autocomplete'
import { Input } from 'react-aria-components/Input'
import { Header, ListBox, ListBoxItem, ListBoxSection, Text } from 'react-aria-components/ListBox'
import { SearchField } from 'react-aria-components/SearchField'
import { Button } from '../../shared/ui/button.tsx'
import { manage } from '../call.ts'
import { Dialog } from '../ui/dialog.tsx'
import { useMessages } from '../ui/use-messages.ts'
import { useWords } from '../words.tsx'
import { type SearchOption, useSearchGroups } from './search-options.ts'

/** Delay in milliseconds between the last key press in the search field and the search on the server. */
const DEBOUNCE_MS = 200

/** Minimum length of the search text in characters. The server does not search for shorter texts. */
const MIN_LENGTH = 2

/**
 * Search dialog of the dashboard. It finds requests, e-mail addresses, forms, definitions, sections, actions and
 * settings.
 */
export default function SearchDialog({ onOpen, onClose }: { onOpen: (option: SearchOption) => void; onClose: () => void }) {
  const { t } = useWords()
  const messages = useMessages()
  const [text, setText] = useState('')
  const [sent, setSent] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSent(text.trim()), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  const source = useQuery({
    queryKey: ['search', sent],
    queryFn: ({ signal }) => manage<Found>('POST', '/search', { body: { text: sent }, signal }),
    enabled: sent.length >= MIN_LENGTH,
    placeholderData: keepPreviousData,
    // Removes the search results from the browser's memory when the dialog closes, because they may contain e-mail
    // addresses.
    gcTime: 0,
  })
  const found = sent.length >= MIN_LENGTH && text.trim().length >= MIN_LENGTH ? source.data : undefined
  const groups = useSearchGroups()(text, found)
  const options = groups.flatMap((group) => group.options)
  const isSearching = source.isFetching || (text.trim() !== sent && text.trim().length >= MIN_LENGTH)

  function open(id: string): void {
    const option = options.find((each) => each.id === id)
    if (option) onOpen(option)
  }
  return (
    <Dialog title={t('search')} size="medium" onDismiss={onClose} actions={<Button onClick={onClose}>{t('close')}</Button>}>
      <div className="search">
        <Autocomplete inputValue={text} onInputChange={setText}>
          <SearchField aria-label={t('search')} maxLength={254} autoFocus>
            <Input className="control" placeholder={t('search_placeholder')} />
          </SearchField>
          <ListBox
            aria-label={t('search_results')}
            className="search-list"
            items={groups}
            onAction={(key) => open(String(key))}
            renderEmptyState={() => <p className="combo-note">{t(isSearching ? 'loading' : 'search_nothing')}</p>}
          >
            {({ id, label, options: of }) => (
              <ListBoxSection id={id}>
                <Header className="search-group">{t(label)}</Header>
                {of.map((option) => (
                  <ListBoxItem key={option.id} id={option.id} textValue={option.label} className="combo-option search-option">
                    <Text slot="label">{option.label}</Text>
                    {option.hint !== undefined && (
                      <Text slot="description" className="hint">
                        {option.hint}
                      </Text>
                    )}
                  </ListBoxItem>
                ))}
              </ListBoxSection>
            )}
          </ListBox>
        </Autocomplete>
        <p className="visually-hidden" role="status">
          {isSearching ? '' : t('rows_count', String(options.length))}
        </p>
        {source.error && (
          <p className="fault" role="alert">
            {messages(source.error).join(' ')}
          </p>
        )}
      </div>
    </Dialog>
  )
}
