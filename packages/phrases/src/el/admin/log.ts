import type { log as italian } from '../../it/admin/log.ts'

export const log: Record<keyof typeof italian, string> = {
  view_mapping_log: 'Ιστορικό αντιστοιχίσεων',
  log_client: 'Πελάτης',
  log_sub_client: 'Υποπελάτης {1}',
  log_action: 'Ενέργεια',
  log_deleted: 'Διαγράφηκε',
  log_not_found: 'Δεν βρέθηκε',
  log_modified: 'Τροποποιήθηκε',
  log_details: 'Λεπτομέρειες',
  log_timestamp: 'Ημερομηνία και ώρα',
  log_empty_hint: 'Εδώ εμφανίζεται κάθε αντιστοίχιση που άλλαξε, διαγράφηκε ή δεν βρέθηκε.',
}
