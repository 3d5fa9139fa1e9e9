CREATE TABLE "ground_cells" (
	"server_id" text NOT NULL,
	"x" smallint NOT NULL,
	"y" smallint NOT NULL,
	"heights" smallint[] NOT NULL,
	"swimmers" smallint NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ground_cells_server_id_x_y_pk" PRIMARY KEY("server_id","x","y")
);
--> statement-breakpoint
ALTER TABLE "ground_cells" ADD CONSTRAINT "ground_cells_server_id_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;