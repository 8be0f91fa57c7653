/**
 * Contains the texts of accuracy of the automatic analysis, in English; docs/accuracy.md is made from these texts too.
 */
export const texts = {
  title: 'How accurate is the automatic analysis?',
  engine: 'Engine {{version}}.',
  renew: 'Analyse again',
  'renew.title': 'Cases analysed by an earlier engine',
  'renew.none': 'All cases whose reading has not started have figures of engine {{version}}.',
  'renew.outdated_one':
    '{{number}} case whose reading has not started has figures of an engine earlier than {{version}}.',
  'renew.outdated_other':
    '{{number}} cases whose reading has not started have figures of an engine earlier than {{version}}.',
  'renew.waiting_one': '{{number}} is queued for analysis behind new recordings.',
  'renew.waiting_other': '{{number}} are queued for analysis behind new recordings.',
  lead: 'Each pair is sensitivity / positive predictivity in percent. Sensitivity: share of the expert annotations that the engine found. Positive predictivity: share of the engine’s results that the experts confirm.',
  method: 'Method',
  limits: 'Limits',
  'method.recordings':
    'Recordings: public PhysioNet records (Goldberger et al., Circulation 2000), each processed in chunks of 4,000 frames by the same engine that analyses a case.',
  'method.beats':
    'Beats: beat by beat after ANSI/AAMI EC57. A beat counts as found if it is within 150 ms of a reference beat. The first five minutes are not counted; ventricular flutter (record 207) is excluded. V and S are counted as in the standard: a fusion or unclassifiable beat called V is not an error.',
  'method.all-beats':
    'All detected beats count, including those in seconds marked unusable, unless a column says “usable time”.',
  'method.af':
    'Fibrillation is counted per beat against the annotated rhythm. Beats annotated as atrial flutter are not counted.',
  'limits.in-sample':
    'Only the tables named “cross-validated”, “learned from one database” and “not learned from” show the performance on unseen recordings: every record (or strip) was tested with coefficients trained without it. In all other tables the coefficients were trained on the same recordings.',
  'limits.sve':
    'Supraventricular beats are detected much less reliably than ventricular ones. On svdb, in patients not used for training, the engine found nearly four in five of them, and a quarter of its calls were wrong. Without one record, which contains a quarter of all of them (a long tachycardia), it found seven in ten, and a third of its calls were wrong. In one record in ten, F1 is about 0.4 or less (mitdb: 0.2). Of supraventricular runs of three or more beats, nearly three in five are found as runs. A supraventricular tachycardia that has already begun when the recording starts is not found.',
  'limits.flutter':
    'Atrial flutter is named only where a lead shows its waves: for 25 seconds while the conduction changes, or for 45 seconds with regular conduction of four waves and more to each beat. With regular conduction of two or three waves, or a beat rate from about 80 a minute, it is reported as a regular rhythm. Where its waves are small or change their rate, it is reported as sinus rhythm with supraventricular beats or as atrial fibrillation: of the beats annotated as flutter in afdb, 7.5 % are called fibrillation. Of 24 synthetic ECGs with changing conduction, flutter was named with waves of 0.15 mV in 24, of 0.10 mV in 17, of 0.05 mV in none; with four waves to each beat (280 a minute), of 0.10 mV in 24 (engine 1.27.0). One record here has annotated flutter, whose waves are not steady, and none has it with regular conduction, so the accuracy in patients is not known. Ventricular flutter and fibrillation are shown as “possible”. Their limits were chosen on record 207 of mitdb and on four patients of vfdb, so the number missed in other patients is not known. Waves with a mean amplitude below 0.06 mV are not analysed.',
  'limits.av-block':
    'No recording here has annotated AV block, so its accuracy in patients is not known and its certainty is not calibrated. Of 24 synthetic ECGs of each kind, with muscle noise of 9 / 20 / 40 µV, block was named as its kind in: Wenckebach 15 / 12 / 8, Mobitz 24 / 24 / 18, 2:1 18 / 16 / 10, high-grade 24 / 21 / 15, third degree 24 / 21 / 11, third degree with wide escape beats 20 / 16 / 6; in 48 ECGs without AV block in none (engine 1.17.0). Block is often not named where P waves lie on T waves (atrial rates from about 100 a minute).',
  'limits.fusion-paced':
    'Fusion beats are reported only with very high certainty. Paced beats are recognised by the spike before a wide complex, if at least a tenth of the beats are paced and the spike is visible at 250 Hz, or is at least 2 mV high in a recording of at least 500 Hz. In such a recording they count as class Q in the tables.',
  'limits.length':
    'No recording longer than half an hour with a signal was available; longer ones are joined from these.',
  'table.unseen': 'Learned from one database, tested on the other: V and S',
  'table.trained_classes': 'Cross-validated by patient: V and S (mitdb and svdb)',
  'table.trained_intervals': '95 % intervals over patients: V and S, cross-validated',
  'table.unseen_intervals': '95 % intervals over patients: V and S, learned from one database',
  'table.trained_false': 'Cross-validated: V and S called where there is none (cinc2017, nstdb)',
  'table.trained_runs': 'Cross-validated by patient: runs (mitdb and svdb, first lead)',
  'table.trained_certainty':
    'Cross-validated by patient: reliability of the certainty (mitdb and svdb, first lead)',
  'table.trained_detector': 'Cross-validated by record: beat detection (mitdb and svdb)',
  'table.trained_motion': 'Cross-validated: beats under electrode motion (nstdb, first lead)',
  'table.trained_af': 'Cross-validated: atrial fibrillation from beat positions (afdb, ltafdb)',
  'table.trained_strips': 'Cross-validated: atrial fibrillation in strips (cinc2017)',
  'table.beats': 'Beats (mitdb)',
  'table.records': 'Beats, record by record (mitdb, first lead)',
  'table.motion': 'Beats under electrode motion (nstdb, first lead)',
  'table.af': 'Atrial fibrillation from beat positions (afdb)',
  'table.strips': 'Atrial fibrillation in strips (cinc2017)',
  'table.flutter': 'Ventricular flutter and fibrillation (first lead)',
  'table.waves': 'Bounds of P, QRS and T (ludb, lead II)',
  'note.unseen':
    'svdb tested with models trained on mitdb only, mitdb with models trained on svdb only: another hospital, other devices, other patients. Otherwise as in the table above.',
  'note.trained_classes':
    '22 records of mitdb and 52 of the Supraventricular Arrhythmia Database (svdb, 128 Hz) in eight parts, each tested with models and thresholds from the other seven. The threshold is the one closest to the target: V 96 / 95 and S 80 / 70 on mitdb, V 90 / 90 and S 70 / 75 on svdb. No beat in fibrillation is called S, as in the engine. Fibrillation is as annotated on mitdb; on svdb, which has no such annotation, it is as found by a model not trained on svdb. Results are also given without the record that counts most, for V and for S each. Per record: median (10th percentile) of the F1 over records with at least ten such beats. Training for V also uses every second half minute of the other records as a recording of its own, and copies of them at other sampling rates or with their own ventricular beats in runs and between two beats in time. The models of these figures are learned with the features of engine 1.19.0; those in the engine are learned in the same way with the features of 1.10.0, and use the thresholds and certainties of these figures.',
  'note.trained_intervals':
    'Of the table above: lower … upper bound of sensitivity / positive predictivity, and of the median (10th percentile) of F1 per record. Bootstrap: as many records as there are, drawn with replacement 2,000 times; the 2.5th and 97.5th percentiles.',
  'note.unseen_intervals': 'Of the table above; computed in the same way.',
  'note.trained_false':
    'Per 1,000 beats in usable time; number of beats in brackets. Strips of cinc2017 annotated as normal rhythm, tested with models of other strips; record 118 under electrode motion, tested with models trained without it. Training used other records with the same noise, reversed in time. The weight of the strips was chosen by cross-validation over the same strips, and the rule for T waves was designed with some of them, so their figure is somewhat optimistic.',
  'note.trained_runs':
    'Run by run after EC57: couplets (2 beats), short runs (3 to 5) and long runs (6 and more). In brackets the number of reference runs and of runs found.',
  'note.trained_certainty':
    'Share of the beats called N, S or V within a range of certainty that the experts classify the same way, in percent; number of beats in brackets. Certainties were learned from other patients. Normal beats in time and of the usual shape, which are the majority, are excluded.',
  'note.trained_detector':
    '24 records of mitdb of half an hour, original and altered, and 52 of svdb, in six parts, each tested with a detector trained on the others. The number of trees, the inputs, the number of stored shapes and the threshold were chosen on these figures, so they are a little optimistic. Beats missed and beats wrongly added.',
  'note.trained_motion':
    'Record 118 with added noise, tested with models trained without record 118. The same noise was added to other records used for training.',
  'note.trained_af':
    '12 records of afdb and 56 days of ltafdb (ventricular beats excluded) in six parts, each tested with a model trained on the others. From beat positions only; P waves are not used here.',
  'note.trained_strips': '1,100 strips in ten parts, atrial fibrillation against normal and other rhythms.',
  'note.beats': '24 records of half an hour, original and altered.',
  'note.records': '“Not usable” is the share of the recording marked as noisy, flat or without signal.',
  'note.motion':
    'Two minutes in four are disturbed, at a signal-to-noise ratio of 24 down to −6 dB. Unusable sections are shown as noise and not analysed.',
  'note.af':
    'Episodes of 30 seconds and longer count as found if half of their beats were called fibrillation.',
  'note.strips': 'Atrial fibrillation against normal and other rhythms.',
  'note.flutter':
    'Annotated sections that were found, and false episodes, in whole sets of recordings. The limits were chosen on record 207 of mitdb, the only one here with such a section, on vfdb, and on synthetic ECGs under bursts of motion other than those counted here. nstdb is electrode motion; its noise was added to mitdb and svdb at 9 and at 0 dB. Ninety bursts an hour are many times more than with a well-fitted patch.',
  'note.waves':
    'Milliseconds after the cardiologists’ mark: median (lower … upper quartile). Not trained; two limits were chosen on these records.',
  'column.qrs': 'All beats',
  'column.v': 'V',
  'column.s': 'S',
  'column.v_records': 'V per record',
  'column.s_records': 'S per record',
  'column.v_range': 'V',
  'column.s_range': 'S',
  'column.v_records_range': 'V per record',
  'column.s_records_range': 'S per record',
  'column.unread': 'Not usable %',
  'column.false_v': 'V per 1,000 (beats)',
  'column.false_s': 'S per 1,000 (beats)',
  'column.run_sensitivity': 'Sensitivity % (reference runs)',
  'column.run_predictivity': 'Predictivity % (runs found)',
  'column.under_70': 'Under 70 % certain',
  'column.from_70': '70 to 90 %',
  'column.from_90': '90 to 98 %',
  'column.from_98': '98 % and more',
  'column.all_time': 'All time',
  'column.usable_time': 'Usable time',
  'column.usable_noisy_time': 'Usable disturbed time',
  'column.noisy_kept': 'Disturbed time kept %',
  'column.clean_lost': 'Clean time marked unusable %',
  'column.af_found': 'AF beats found %',
  'column.other_right': 'Other beats correct %',
  'column.flutter_called': 'Atrial flutter called AF %',
  'column.episodes': 'Episodes found',
  'column.f1': 'F1',
  'column.found': 'Found',
  'column.missed': 'Missed',
  'column.wrong': 'False',
  'column.wrong_per_day': 'False in 24 hours (of)',
  'column.waves': 'Waves found',
  'column.onset': 'Onset, ms',
  'column.offset': 'End, ms',
  'row.first_lead': 'First lead',
  'row.second_lead': 'Second lead',
  'row.both_leads': 'Both leads',
  'row.first_lead_250_hz': 'First lead at 250 Hz',
  'row.first_lead_inverted': 'First lead inverted',
  'row.first_lead_third': 'First lead at a third of its size',
  'row.mitdb_first': 'mitdb, first lead',
  'row.mitdb_first_without': 'mitdb, first lead, without the record that counts most',
  'row.mitdb_second': 'mitdb, second lead',
  'row.mitdb_second_without': 'mitdb, second lead, without the record that counts most',
  'row.mitdb_both': 'mitdb, both leads',
  'row.mitdb_both_without': 'mitdb, both leads, without the record that counts most',
  'row.svdb_first': 'svdb, first lead',
  'row.svdb_first_without': 'svdb, first lead, without the record that counts most',
  'row.svdb_second': 'svdb, second lead',
  'row.svdb_second_without': 'svdb, second lead, without the record that counts most',
  'row.svdb_both': 'svdb, both leads',
  'row.svdb_both_without': 'svdb, both leads, without the record that counts most',
  'row.normal_strips': 'Normal strips',
  'row.v_couplet_run': 'V, couplets',
  'row.v_short_run': 'V, short runs',
  'row.v_long_run': 'V, long runs',
  'row.s_couplet_run': 'S, couplets',
  'row.s_short_run': 'S, short runs',
  'row.s_long_run': 'S, long runs',
  'row.class_n': 'Called N',
  'row.class_s': 'Called S',
  'row.class_v': 'Called V',
  'row.ltafdb_without': 'ltafdb, without the record that counts most',
  'row.motion_copies': 'mitdb and svdb, first lead, under electrode motion',
  'row.synthetic_motion': 'Synthetic ECGs under motion',
  'row.synthetic_motion_without': 'Synthetic ECGs under motion, without the record that counts most',
  'row.all': 'All',
  record: 'Item',
} as const;
